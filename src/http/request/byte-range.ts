/** A requested part of a representation. RFC 9110 14.1.2, 14.2, 13.1.5. */
import { Problem } from '../../core/problems.ts'

export type ByteRange = { readonly first: number; readonly last: number }

type Asked = { readonly range: string; readonly ifRange: string; readonly etag: string; readonly length: number }

/** Undefined: the whole is answered, also for several ranges and malformed ones. Throws `range-not-satisfiable`. */
export function findRange({ range, ifRange, etag, length }: Asked): ByteRange | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim())
  const [, from = '', to = ''] = found ?? []
  // A date is no strong validator of ours, so the whole is answered.
  if (found === null || (from === '' && to === '') || (ifRange !== '' && ifRange !== etag)) return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  // Without a beginning it means the last bytes.
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (first > last) throw new Problem('range-not-satisfiable', { headers: { 'Content-Range': `bytes */${length}` } })
  return { first, last }
}
