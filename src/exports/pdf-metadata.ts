/** The XMP packet of a PDF (ISO 16684-1), which pdfkit writes without escaping: a title could close its element and add others. */
import { escapeXml } from '../documents/plain-text.ts'

/** The part of pdfkit that writes the packet from `info`; its types leave it out. */
type Packet = { info: PDFKit.DocumentInfo; _addInfo: () => void }

/** Escapes what goes into the packet. The information dictionary keeps the same text unescaped, as ISO 19005-1 6.7.3 asks. */
export function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const packet = doc as unknown as Packet
  const addInfo = packet._addInfo.bind(packet)
  packet._addInfo = () => {
    const { info } = packet
    packet.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, typeof value === 'string' ? escapeXml(value) : value]),
    )
    addInfo()
    packet.info = info
  }
}
