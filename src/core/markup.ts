/** Text in HTML and XML. XML 1.0, 4.6; a quote by number, since HTML 4 has no name for it. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the content of an element and the value of an attribute. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
