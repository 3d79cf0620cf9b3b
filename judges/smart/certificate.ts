/** Certificates that sign themselves, made by openssl. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../programs.ts'

export type Certificate = {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
}

/** `names`: as OpenSSL writes subject alternative names. */
export function makeCertificate(folder: string, name: string, names: string): Certificate {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']
  const subject = ['-subj', `/O=Judge/CN=${name}`, '-addext', `subjectAltName=${names}`]
  runProgram('openssl', ['req', '-x509', ...curve, ...subject, '-days', '2', '-keyout', keyFile, '-out', certFile])
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}
