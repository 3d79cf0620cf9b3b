/** Authorities, certificates and revocation lists made by openssl, for tests. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runJudge } from '../../judges.ts'

export type Issued = {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
}

export type IssueOptions = {
  /** As OpenSSL writes subject alternative names. */
  readonly names?: string
  readonly subject?: string
  /** Days from now. */
  readonly from?: number
  readonly until?: number
  readonly isAuthority?: boolean
  /** Options of `openssl genpkey`. */
  readonly algorithm?: readonly string[]
}

export type Authority = Issued & {
  readonly issue: (name: string, options?: IssueOptions) => Issued
  readonly revoke: (issued: Issued) => void
  /** PEM of its list. `until`: days from now. */
  readonly listRevoked: (until?: number) => string
  /** An authority below it. */
  readonly below: (name: string) => Authority
}

const curve = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']

function openssl(...given: readonly string[]): void {
  const { status, said } = runJudge('openssl', given)
  if (status !== 0) throw new Error(`openssl ${given[0]}: ${said}`)
}

/** As OpenSSL writes times. */
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)}Z`

const config = (folder: string): string => `[ca]
default_ca=own
[own]
database=${folder}/index
serial=${folder}/serial
crlnumber=${folder}/number
new_certs_dir=${folder}
certificate=${folder}/ca.pem
private_key=${folder}/ca.key
default_md=sha256
default_days=2
default_crl_days=2
unique_subject=no
policy=any
copy_extensions=copy
email_in_dn=no
[any]
countryName=optional
organizationName=optional
organizationalUnitName=optional
commonName=supplied
[authority]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[end]
basicConstraints=critical,CA:FALSE
subjectKeyIdentifier=hash
`

export const makeAuthority = (folder: string, name: string): Authority => openAuthority(folder, name)

function openAuthority(parent: string, name: string, issuer?: Authority): Authority {
  const folder = join(parent, name.replaceAll(' ', '-'))
  mkdirSync(folder, { recursive: true })
  const cnf = join(folder, 'openssl.cnf')
  writeFileSync(cnf, config(folder))
  for (const file of ['index', 'index.attr']) writeFileSync(join(folder, file), '')
  for (const file of ['serial', 'number']) writeFileSync(join(folder, file), '1000\n')
  const [certFile, keyFile] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  const issue = (issuedName: string, options: IssueOptions = {}): Issued => issueBy(folder, issuedName, options)
  if (issuer === undefined) selfSign(folder, name)
  else copyIssued(issuer.issue(name, { isAuthority: true }), { certFile, keyFile })
  return {
    ...read(certFile, keyFile),
    issue,
    revoke: (issued) => openssl('ca', '-batch', '-config', cnf, '-revoke', issued.certFile),
    listRevoked(until = 2) {
      const out = join(folder, 'list.pem')
      const times = ['-crl_lastupdate', inDays(-3), '-crl_nextupdate', inDays(until)]
      openssl('ca', '-batch', '-config', cnf, '-gencrl', ...times, '-out', out)
      return readFileSync(out, 'utf8')
    },
    below: (belowName) => openAuthority(parent, belowName, openIssuing(folder, issue)),
  }
}

const openIssuing = (folder: string, issue: Authority['issue']): Authority =>
  ({ ...read(join(folder, 'ca.pem'), join(folder, 'ca.key')), issue }) as Authority

function selfSign(folder: string, name: string): void {
  const [cert, key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  openssl('genpkey', ...curve, '-out', key)
  const subject = ['-subj', `/O=Huon/CN=${name}`, '-days', '90', '-config', join(folder, 'openssl.cnf')]
  writeFileSync(join(folder, 'openssl.cnf'), `[req]\ndistinguished_name=dn\n[dn]\n${config(folder)}`)
  openssl('req', '-x509', '-new', '-key', key, ...subject, '-extensions', 'authority', '-out', cert)
}

function copyIssued(from: Issued, to: Pick<Issued, 'certFile' | 'keyFile'>): void {
  copyFileSync(from.certFile, to.certFile)
  copyFileSync(from.keyFile, to.keyFile)
}

const read = (certFile: string, keyFile: string): Issued => ({
  ...{ certFile, keyFile },
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
})

function issueBy(folder: string, name: string, options: IssueOptions): Issued {
  const {
    names,
    subject = `/O=Huon/CN=${name}`,
    from = -1,
    until = 60,
    isAuthority = false,
    algorithm = curve,
  } = options
  const plain = name.replaceAll(' ', '-')
  const [key, request, cert] = [`${plain}.key`, `${plain}.csr`, `${plain}.pem`].map((file) => join(folder, file))
  if (key === undefined || request === undefined || cert === undefined) throw new TypeError('three names')
  const cnf = join(folder, `${plain}.cnf`)
  const alternative = names === undefined ? '' : `req_extensions=names\n[names]\nsubjectAltName=${names}\n`
  writeFileSync(cnf, `[req]\ndistinguished_name=dn\n${alternative}[dn]\n`)
  openssl('genpkey', ...algorithm, '-out', key)
  openssl('req', '-new', '-key', key, '-config', cnf, '-subj', subject, '-out', request)
  const times = ['-startdate', inDays(from), '-enddate', inDays(until)]
  const kind = ['-extensions', isAuthority ? 'authority' : 'end', '-notext', '-batch']
  openssl('ca', '-config', join(folder, 'openssl.cnf'), ...kind, ...times, '-in', request, '-out', cert)
  return read(cert, key)
}
