// A separate file, so that the large YAML library is only loaded to read a file of cases.
export { parseDocument, stringify } from 'yaml';
