export type { Account, Certificate } from './certificate.js';
export { certifyErasure, certifyExport, type Signing } from './certificate.js';
export { createSigningKey } from './certificate.js';
export {
  verifyCertificate,
  type VerifiedCertificate,
  type VerifyCertificateOptions,
} from './certificate.js';
