/** Whom a copy is addressed to: the recipient of the share, else of the channel. D139 */
import type { DocumentRecipient } from '../../fhir/document-recipient.ts'
import type { ChannelContent, Recipient, RecipientClass } from '../../store/hub-resources.ts'

/** A recipient of these classes is an organisation where nothing says otherwise. */
const organisational: ReadonlySet<RecipientClass> = new Set(['organisation', 'national_record', 'legal'])

function addressed(members: DocumentRecipient, kind: RecipientClass): DocumentRecipient {
  const isOrganisation = organisational.has(kind) && members.person === undefined && members.organisation === undefined
  return isOrganisation ? { ...members, organisation: members.name } : members
}

/** The recipient of a link or an export, or of a share by channel that says who it is. */
export function addresseeOfShare({ class: kind, reference: _, ...members }: Recipient): DocumentRecipient {
  return addressed(members, kind)
}

/** True if the share tells who the recipient is, beyond name and class. */
const isIdentified = ({ reference, person, providerNumber, hpii, hpio }: Recipient): boolean =>
  [reference, person, providerNumber, hpii, hpio].some((member) => member !== undefined)

/**
 * A share goes to the recipient of its channel. If it does not say more exactly who that is, the channel's members stand wherever the share
 * gives none; otherwise only the receiving application does, which is the destination's.
 */
export function addresseeOf(
  { recipient }: ChannelContent,
  share?: { readonly recipient: Recipient },
): DocumentRecipient {
  const { kind, ...ofChannel } = recipient
  if (share === undefined) return addressed(ofChannel, kind)
  const { application } = ofChannel
  const filled = isIdentified(share.recipient) ? (application === undefined ? {} : { application }) : ofChannel
  return addresseeOfShare({ ...filled, ...share.recipient })
}
