export {
  END,
  EXPORT_VERSION,
  HEADER,
  checkRecord,
  exportLine,
  hasChecksum,
  looksLikeExport,
  readExportLine,
} from './export.js';
