// In a file of its own, which is loaded when a file of cases is read: the library is larger than all that is around it.
export { parseDocument, stringify } from 'yaml';
