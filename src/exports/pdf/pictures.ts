/** Images of the sender: what a page takes, and how large they stand on it. */
import { createHash } from 'node:crypto'
import type { Appearance } from '../appearance.ts'
import type { Refusal } from '../refusal.ts'
import type { Picture, Pictures } from './galley.ts'
import { readJpegHead, withoutMetadata } from './jpeg.ts'
import { flattenPng, readPngHead } from './png.ts'

const maxBytes = 2 * 2 ** 20
const maxPixels = 1_000_000

type Size = { readonly width: number; readonly height: number }
type Head = Size & { readonly refusal?: string }

/** Undefined if the bytes are neither PNG nor JPEG. */
function readHead(bytes: Uint8Array): Head | undefined {
  const png = readPngHead(bytes)
  if (png !== undefined) return { ...png, ...(png.isInterlaced ? { refusal: 'is interlaced' } : {}) }
  return readJpegHead(bytes)
}

/** Why no page takes the image, by its head alone; undefined if one may. */
export function refusalOfImage(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxBytes) return 'is larger than 2 MB'
  const head = readHead(bytes)
  if (head === undefined) return 'is no PNG or JPEG'
  if (head.refusal !== undefined) return head.refusal
  if (head.width === 0 || head.height === 0) return 'is empty'
  return head.width * head.height > maxPixels ? 'has more than a million pixels' : undefined
}

const images = ['logo', 'signature'] as const

export const checkPictures = (appearance: Appearance): readonly Refusal[] =>
  images.flatMap((name) => {
    const bytes = appearance[name]
    const message = bytes === undefined ? undefined : refusalOfImage(bytes)
    return message === undefined ? [] : [{ element: `appearance.${name}`, message }]
  })

/** In points. */
const rooms = { logo: { width: 150, height: 50 }, signature: { width: 140, height: 40 } } as const

/** Of images that `checkPictures` lets through. Throws if one is broken inside. */
export function preparePictures(appearance: Appearance): Pictures {
  const { logo, signature } = appearance
  return {
    ...(logo === undefined ? {} : { logo: preparePicture(logo, rooms.logo) }),
    ...(signature === undefined ? {} : { signature: preparePicture(signature, rooms.signature) }),
  }
}

function preparePicture(bytes: Uint8Array, room: Size): Picture {
  const { width, height } = readHead(bytes) ?? room
  const scale = Math.min(room.width / width, room.height / height)
  return { bytes: preparedOf(bytes), width: width * scale, height: height * scale }
}

/** The latest images of this thread by their SHA-256, as a page takes them: a practice has one logo on all of its pages. */
const prepared = new Map<string, Uint8Array>()
const maxPrepared = 8

function preparedOf(bytes: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(bytes).digest('base64')
  const found = prepared.get(hash) ?? (readPngHead(bytes) === undefined ? withoutMetadata(bytes) : flattenPng(bytes))
  prepared.delete(hash)
  prepared.set(hash, found)
  const [oldest] = prepared.keys()
  if (prepared.size > maxPrepared && oldest !== undefined) prepared.delete(oldest)
  return found
}
