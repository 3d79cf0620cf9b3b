/** Descriptions of the operations on senders. */
import type { OperationTexts } from './operation-texts.ts'

export const senderOperations: OperationTexts = {
  createSender:
    'Creates a sender: a system whose HL7 v2 messages are taken in, and what it is known by: addresses, a client certificate, MSH-3 and MSH-4. Without an address, a certificate or a secret it is 400 validation. The answer shows the secret, if one was asked for, and no other answer does.',
  listSenders: 'Lists the senders of the tenant. Secrets are left out.',
  readSender: 'Reads one sender. Its secret is left out.',
  changeSender:
    'Replaces the record of a sender whole; its secret stays. The status active lets a disabled sender in again. Processes that receive messages know the change within two seconds.',
  disableSender:
    'Disables a sender: its messages are refused from now on, and what was stored stays. Disabling it again changes nothing.',
  rotateSenderSecret:
    'Makes a new secret of a sender and shows it in this answer alone. What is signed with the one before is refused.',
  readSenderStatistics:
    'Reads the figures of a sender: its messages by type and outcome, the time until the outcome was settled, and the number of messages that wait for a person. The answer holds counts and times only.',
  readSenderQuality:
    'Reports what was tolerated in the messages of a sender, by rule and place: fields that are not carried, wrong lengths, unknown codes. It has no values of patients, so it can be sent to the maker of the sending system.',
}
