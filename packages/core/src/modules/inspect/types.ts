// Types of this module for programs that embed a memory.
export type { ListFilter, ListPage } from './list.js';
export type { Lineage, LineageStep } from './lineage.js';
export type { LogFilter, LogLine, LogPage } from './list-log.js';
export type { KnowledgeSource, SourceReport } from './provenance.js';
export type { Shown, ShownLink } from './show.js';
export type { ShownClaim } from './show.js';
