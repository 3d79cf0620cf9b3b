/** Whether a page can take an image of the sender, asked when it is set: later nobody is there to mend it. D144 */
import { isWholeJpeg } from './jpeg.ts'
import { refusalOfImage } from './pictures.ts'
import { isWholePng, readPngHead } from './png.ts'

/** Why not, in words that follow its name; undefined if it can. A PNG is decoded, a JPEG read to its end. */
export function findImageFault(bytes: Uint8Array): string | undefined {
  const refusal = refusalOfImage(bytes)
  if (refusal !== undefined) return refusal
  const isWhole = readPngHead(bytes) === undefined ? isWholeJpeg(bytes) : isWholePng(bytes)
  return isWhole ? undefined : 'is broken, or ends too early'
}
