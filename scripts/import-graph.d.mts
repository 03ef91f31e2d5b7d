/** What each file imports, as paths from the root with forward slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Imports among the files of packages/, bench/ and test/, type imports included. */
export declare function readImports(): Promise<ImportGraph>;

/** The file of a specifier, with the extension as written; undefined for external packages. */
export declare function fileMeant(file: string, specifier: string): string | undefined;

/** The internal imports in a file's text, as paths from the root. */
export declare function importsOf(file: string, text: string): Promise<readonly string[]>;

/** Import cycles, one per strongly connected component: a shortest cycle of each. */
export declare function importCycles(graph: ImportGraph): readonly (readonly string[])[];
