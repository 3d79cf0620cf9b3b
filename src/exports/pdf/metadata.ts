/** Escapes the XMP packet of a PDF (ISO 16684-1), which pdfkit does not: a title could close its element and add others. */
import { escapeMarkup } from '../../core/markup.ts'

/** The part of pdfkit that writes the packet from `info`; its types omit it. */
type Packet = { info: PDFKit.DocumentInfo; _addInfo: () => void }

/** Escapes texts of the packet. The information dictionary keeps them unescaped, as ISO 19005-1 6.7.3 demands. */
export function escapeMetadata(doc: PDFKit.PDFDocument): void {
  // pdfkit keeps its metadata in members that its types do not name.
  const packet = doc as unknown as Packet
  const addInfo = packet._addInfo.bind(packet)
  packet._addInfo = () => {
    const { info } = packet
    packet.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, typeof value === 'string' ? escapeMarkup(value) : value]),
    )
    addInfo()
    packet.info = info
  }
}
