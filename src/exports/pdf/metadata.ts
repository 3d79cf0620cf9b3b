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

/** PDF/UA-1 5: the packet names the standard, and ISO 19005-3 6.6.2.3 has it describe a schema that PDF/A does not know. */
export function claimPdfUa(doc: PDFKit.PDFDocument): void {
  doc.appendXML(`
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                        <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
                        <pdfaSchema:property>
                            <rdf:Seq>
                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:category>internal</pdfaProperty:category>
                                    <pdfaProperty:description>PDF/UA version identifier</pdfaProperty:description>
                                    <pdfaProperty:name>part</pdfaProperty:name>
                                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                                </rdf:li>
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>
        `)
}
