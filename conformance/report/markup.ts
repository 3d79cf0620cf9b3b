/** Text as XML and HTML write it. XML 1.0 has no control characters but three. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeMarkup = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '\ufffd').replace(/[&<>"]/g, (one) => entities[one] ?? one)
