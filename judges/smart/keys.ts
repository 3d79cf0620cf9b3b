/** Key pairs of clients. RFC 7518 section 3.1: RS384 and ES384. */
export type Alg = 'RS384' | 'ES384'

/** A JSON Web Key with its `alg`. */
export type Jwk = JsonWebKey & { readonly alg: Alg }

export type Keys = { readonly privateKey: CryptoKey; readonly privateJwk: Jwk; readonly publicJwk: Jwk }

type JsonWebKey = Awaited<ReturnType<typeof exportJwk>>
type CryptoKey = CryptoKeyPair['privateKey']
type CryptoKeyPair = Extract<Awaited<ReturnType<typeof crypto.subtle.generateKey>>, { readonly privateKey: unknown }>

const exportJwk = (key: CryptoKey) => crypto.subtle.exportKey('jwk', key)

const algorithms = {
  RS384: {
    ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
    ...{ modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
} as const

export async function generateKeys(alg: Alg): Promise<Keys> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithms[alg], true, ['sign', 'verify'])
  const { key_ops: _operations, ...publicJwk } = await exportJwk(publicKey)
  return { privateKey, privateJwk: { ...(await exportJwk(privateKey)), alg }, publicJwk: { ...publicJwk, alg } }
}
