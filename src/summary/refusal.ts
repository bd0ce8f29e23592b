import { head } from "../model/text.ts";

/**
 * How refusals begin, in the languages people use most. Only words about the writer are of use here: that something
 * "cannot open a file" or "is unable to connect" is what summaries tell all the time.
 */
const REFUSALS: readonly RegExp[] = [
  /^(?:i['’]?m|i am) (?:(?:very|so|really|truly|terribly) )?(?:sorry|afraid)\b/i,
  /^(?:(?:very|so|really) )?sorry(?:[,!;—–]|\. | -| but\b| i\b| for\b| about\b| that\b|\.?$)/i,
  /^i (?:(?:sincerely|do) )?apologi[sz]e\b|^(?:my |please accept my )?(?:sincere(?:st)? )?apologies\b/i,
  /^(?:(?:unfortunately|regrettably|sadly),? )?i(?:['’]m| am)? (?:can(?:no|['’])t|can not|unable|not able|won['’]t|will not)\b/i,
  /^i (?:(?:must|have to|need to|will have to) )?(?:(?:respectfully|politely) )?(?:decline|refuse)\b/i,
  /^i (?:don['’]t|do not) (?:have|see)\b/i,
  /^i (?:understand|appreciate|see)\b[^\n]{0,200}\bbut,? i(?:['’]m| am)? (?:can(?:no|['’])t|can not|unable|not able|won['’]t|will not)\b/i,
  /^as an? (?:[\w-]+ ){0,3}(?:ai|artificial intelligence|language model|llm|assistant)\b[^.\n]{0,80}\b(?:i|my)\b/i,
  /^(?:unable|not able) to (?:comply|assist|help|summari[sz]e|condense|fulfil)/i,
  /^(?:unable|not able) to (?:provide|process|complete|answer|generate)\b[^.\n]{0,20}\b(?:summary|request|content|material)\b/i,
  /^(?:this|your) (?:request|content|prompt)\b[^.\n]{0,30}\b(?:violates?|against)\b[^.\n]{0,40}\b(?:polic|guidelines|terms)/i,
  /^(?:please|(?:could|can) you(?: please)?) (?:provide|share|paste|send)\b/i,

  /^(?:es )?tut mir (?:sehr )?leid\b|^entschuldigung\b|^ich (?:bitte um entschuldigung|entschuldige mich)\b/i,
  /^(?:leider (?:kann|darf|bin) ich|ich (?:kann|darf|bin|werde))\b[^.\n]{0,80}\bnicht\b/i,
  /^als (?:ki|künstliche intelligenz|(?:großes )?sprachmodell)\b[^.\n]{0,80}\bich\b/i,

  /^(?:je suis |vraiment )?désolée?s?(?![\p{L}\p{N}])|^je (?:m['’]excuse|regrette)\b/iu,
  /^(?:malheureusement,? )?je ne (?:peux|puis|suis)\b/i,
  /^en tant qu(?:e |['’])(?:modèle de langage|ia\b|intelligence artificielle|assistant)/i,

  /^(?:lo siento|lo lamento|disculp[ae]|mis disculpas)(?![\p{L}\p{N}])/iu,
  /^(?:(?:lamentablemente|desafortunadamente),? )?(?:yo )?no (?:puedo|soy capaz|estoy en condiciones)\b/i,
  /^como (?:un )?(?:modelo de lenguaje|ia\b|inteligencia artificial|asistente de ia)/i,

  /^(?:desculpe|sinto muito|lamento)\b|^(?:infelizmente,? )?(?:eu )?não (?:posso|consigo)\b/i,
  /^como (?:um )?modelo de linguagem/i,
  /^mi dispiace\b|^(?:purtroppo,? )?non (?:posso|sono in grado)\b|^come modello linguistico/i,

  /^(?:非常|很|十分|实在)?(?:抱歉|对不起|對不起|遗憾|遺憾)|^(?:很遗憾，?)?我(?:无法|無法|不能|不便)/,
  /^(?:作为|作為)(?:一个|一個|一名)?(?:AI|人工智能|人工智慧|大?语言模型|大?語言模型)/i,
  /^(?:大変|誠に)?申し訳|^(?:すみません|すいません|ごめんなさい)/,
  /^[^。\n]{0,40}(?:お応え|お答え|お手伝い|お力になる)[^。\n]{0,12}(?:できません|できかねます|しかねます)/,
  /^(?:私は)?(?:AI|人工知能|大?規?模?言語モデル)(?:言語モデル|アシスタント)?(?:として|なので|ですので)/i,
  /^(?:죄송|미안)/,

  /^(?:извините|простите|прошу прощения|приношу (?:свои )?извинения|мне (?:очень )?жаль)(?![\p{L}\p{N}])/iu,
  /^(?:к сожалению,? )?я не (?:могу|смогу|в состоянии)(?![\p{L}\p{N}])/iu,
  /^как (?:языковая модель|искусственный интеллект|ии)(?![\p{L}\p{N}])/iu,
];

/** Signs in front of the first word. Quotation marks are none: a text may begin with what it quotes. */
const DECORATION = /^[\s\-*+•#>_.]+/;
/** Between the words of an opening: "**I cannot** fulfill". */
const EMPHASIS = /\*\*|__/g;

const OPENING_CHARS = 400;

/** Whether a text begins as refusals do. */
export function isRefusal(text: string): boolean {
  const opening = head(text.trimStart(), OPENING_CHARS).replace(EMPHASIS, "").replace(DECORATION, "");
  return REFUSALS.some((pattern) => pattern.test(opening));
}
