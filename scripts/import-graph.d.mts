/** What each file imports, as paths from the root with forward slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports of src/, bench/ and test/ among themselves, those of types included. */
export declare function readImports(): Promise<ImportGraph>;

/** What a file's text imports relative to itself, resolved against `file`. */
export declare function importsOf(file: string, text: string): Promise<readonly string[]>;

/** Circles of imports, one for each group of files that reach one another: the shortest way round it. */
export declare function importCycles(graph: ImportGraph): readonly (readonly string[])[];
