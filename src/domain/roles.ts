/** Names of the assistant's side of a chat in logs and exports, where it has no name of its own. */
const ASSISTANTS: ReadonlySet<string> = new Set([
  'assistant',
  'ai',
  'ai assistant',
  'agent',
  'bot',
  'chatbot',
  'chatgpt',
  'copilot',
  'llm',
  'model',
  'system',
  'tool',
]);

/** Whether a speaker, by name, is the assistant's side of a chat. */
export function isAssistant(speaker: string): boolean {
  return ASSISTANTS.has(speaker.trim().toLowerCase());
}
