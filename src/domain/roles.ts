/** What the answering side of a chat is called in logs and exports, where it has no name of its own. */
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

/** Whether a speaker is the answering side of a chat with an assistant, by name. */
export function isAssistant(speaker: string): boolean {
  return ASSISTANTS.has(speaker.trim().toLowerCase());
}
