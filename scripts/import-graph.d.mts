/** What each file imports, as paths from the root with forward slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports of packages/, bench/ and test/ among themselves, those of types included. */
export declare function readImports(): Promise<ImportGraph>;

/** The file that a specifier of ours means, with the ending that the specifier has; undefined for other packages. */
export declare function fileMeant(file: string, specifier: string): string | undefined;

/** What a file's text imports of ours, as paths from the root. */
export declare function importsOf(file: string, text: string): Promise<readonly string[]>;

/** Circles of imports, one for each group of files that reach one another: the shortest way round it. */
export declare function importCycles(graph: ImportGraph): readonly (readonly string[])[];
