import { defineModule } from '../module.js';

/** Signed accounts of erasures and exports, which are checked without the bank. */
export const certificates = defineModule({ name: 'certificates' });

export type { Account, Certificate } from './certificate.js';
export { certifyErasure, certifyExport, type Signing } from './certify.js';
export { createSigningKey } from './signing-key.js';
export {
  verifyCertificate,
  type VerifiedCertificate,
  type VerifyCertificateOptions,
} from './verify-certificate.js';
