/** Common parts of destinations. */
import { z } from 'zod'

const pem = z.string().startsWith('-----BEGIN ')

/** TLS 1.3 unless `minVersion` says 1.2; `cert` and `key` for mutual TLS. */
export const tlsSettings = z.strictObject({
  minVersion: z.enum(['TLSv1.2', 'TLSv1.3']).exactOptional(),
  ca: pem.exactOptional(),
  cert: pem.exactOptional(),
  key: pem.exactOptional(),
})

/** A record cannot set headers that this code or the connection sets. */
const headerName =
  /^(?!(authorization|cookie|host|connection|accept|expect|upgrade|if-none-exist|if-match|content-.*|transfer-.*)$)[a-z0-9-]+$/i

/** Headers that a receiver wants besides, such as the key of its gateway. */
export const requestHeaders = z.record(z.string().regex(headerName), z.string().regex(/^[\x20-\x7e]{0,2000}$/))

/** A host name or numeric address, without brackets. */
export const hostName = z.string().regex(/^[A-Za-z0-9._:-]{1,253}$/)

/** An absolute address without user, query or fragment, because those would carry secrets or patient data into logs. */
export const httpAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}, 'must be an http or https address without user, query and fragment')
