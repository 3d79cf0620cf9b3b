/** Images of the sender: what a page takes, and how large they stand on it. */
import type { Appearance } from '../appearance.ts'
import type { Refusal } from '../refusal.ts'
import type { Picture, Pictures } from './galley.ts'
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

/** ITU-T T.81 B.2.2: the frame header has the size and the number of components. */
function readJpegHead(bytes: Uint8Array): Head | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = view.getUint16(at)
    if (marker < 0xff01) return undefined
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) {
      const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      // The colours of PDF/A are those of the profile that comes along, sRGB.
      return view.getUint8(at + 9) === 4 ? { ...size, refusal: 'has the colours of print (CMYK)' } : size
    }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function refusalOf(bytes: Uint8Array): string | undefined {
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
    const message = bytes === undefined ? undefined : refusalOf(bytes)
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
  const isPng = readPngHead(bytes) !== undefined
  return { bytes: isPng ? flattenPng(bytes) : bytes, width: width * scale, height: height * scale }
}
