export {
  END,
  EXPORT_VERSION,
  HEADER,
  checkRecord,
  hasChecksum,
  looksLikeExport,
  readExportLine,
} from './export-line.js';
