export type { Account, Certificate } from './certificate.js';
export { certifyErasure, certifyExport, type Signing } from './certify.js';
export { createSigningKey } from './signing-key.js';
export {
  verifyCertificate,
  type VerifiedCertificate,
  type VerifyCertificateOptions,
} from './verify-certificate.js';
