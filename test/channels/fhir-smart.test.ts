/** A document goes to a running server of ours by SMART Backend Services: its own discovery, token and rights. SMART App Launch 2.2 backend-services.html. */
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { exportJWK } from 'jose'
import { openFhir } from '../../src/channels/fhir.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { stringifyJson } from '../../src/core/json.ts'
import { exampleDocument, exampleDocumentId } from '../builders.ts'
import { register } from '../identity/issuer/register.ts'
import { useRunning } from '../use-running.ts'

const server = useRunning()

// biome-ignore format: one row a line
test.each([
  ['system/*.cruds',                                       'transaction'],
  ['system/Bundle.crus system/DocumentReference.crus',     'document'],
])('D237, D239: with the scopes %s it goes in the form %s', async (scope, form) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES384', use: 'sig' }] }
  const tenant = developmentTenants[1]
  const clientId = await register(server.site.pool, { type: 'backend', tenant, jwks, scope })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const auth = { type: 'smart', clientId, key, keyId: 'k1', scope } as const
  const destination = { baseUrl: `${server.base}/fhir/R4`, auth, form: 'auto' } as const
  const document = stringifyJson(exampleDocument())
  const documentId = form === 'document' ? exampleDocumentId.replace(/d1$/, 'd9') : exampleDocumentId
  const transmission = {
    bytes: Buffer.from(document.replaceAll(exampleDocumentId, documentId)),
    mediaType: 'application/fhir+json',
    fileName: 'a.json',
    documentId,
    kind: 'original',
    controlId: 'C1',
  } as const

  const fhir = openFhir({ allowedHosts: ['127.0.0.1', 'localhost'], allowPrivate: true })
  const receipt = await fhir.send(destination, transmission, new AbortController().signal)

  expect(receipt).toMatchObject({ state: 'accepted', acknowledgement: `201 ${form}` })
})
