import { describe, expect, it } from "vitest";
import { suspicionOf } from "../../src/summary/suspicion.ts";

const REASONS =
  " The material seems to hold personal data, and it would not be right to repeat any of it here in full.".repeat(
    5,
  );

const LINES = Array.from(
  { length: 80 },
  (_, i) => `src/part-${i}.ts(${i * 7},3): the value of field ${i} is unused`,
);
const SOURCE = LINES.join("\n");

describe("a refusal is told by its opening, whatever its length", () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    "Sorry, I can't help with summarizing this content.",
    "I apologize, but I cannot summarize the content of this call.",
    "My apologies, but I am unable to do this.",
    "I'm unable to assist with this request.",
    "I’m not able to provide a summary of it.",
    "I won't be able to condense this.",
    "I must respectfully decline to summarize this.",
    "I don't have access to the output of the tool.",
    "I understand what you are asking for, but I cannot repeat this material.",
    "As a language model, I cannot process this kind of output.",
    "As an AI developed by a company, I am bound by guidelines.",
    "As a large language model I do not have access to files.",
    "Unable to comply with this request.",
    "Unable to summarize this content.",
    "Unfortunately, I am unable to help with it.",
    "This request violates our usage policy.",
    "Please provide the output of the tool call.",
    "**I cannot** fulfill this request.",
    "Tut mir leid, dabei kann ich nicht helfen.",
    "Leider kann ich diesen Inhalt nicht zusammenfassen.",
    "Ich bin nicht in der Lage, das zusammenzufassen.",
    "Als Sprachmodell kann ich das nicht.",
    "Je suis désolé, mais je ne peux pas résumer ce contenu.",
    "Désolé, je ne peux pas vous aider.",
    "En tant que modèle de langage, je ne peux pas le faire.",
    "Malheureusement, je ne suis pas en mesure de le faire.",
    "Lo siento, pero no puedo resumir este contenido.",
    "Lamentablemente, no puedo ayudar con eso.",
    "Como modelo de lenguaje, no puedo hacerlo.",
    "Desculpe, mas não posso ajudar.",
    "Infelizmente, não posso resumir este conteúdo.",
    "Mi dispiace, ma non posso farlo.",
    "非常抱歉，我无法总结这些内容。",
    "我不能提供这些内容的摘要。",
    "作为一个人工智能语言模型，我无法处理。",
    "申し訳ありませんが、この内容を要約することはできません。",
    "そのご依頼にはお応えできません。",
    "죄송하지만 이 요청은 도와드릴 수 없습니다.",
    "Извините, но я не могу помочь с этим.",
    "К сожалению, я не могу обработать этот запрос.",
    "Как языковая модель, я не могу этого сделать.",
  ])("%s", (opening) => {
    expect(suspicionOf(opening, [])).toBe("refusal");
    expect(suspicionOf(opening + REASONS, [])).toBe("refusal");
  });

  it.each([
    "cat cannot open file a.txt: permission denied.",
    "Cannot open file a.txt.",
    "Unable to open the socket; the port is in use.",
    "Unable to process entity: the server answered 422.",
    "Unable to complete the merge: conflict in a.ts.",
    "Not able to reach the registry, 3 attempts.",
    "Unfortunately the build failed at step 3.",
    "Sorry.ts holds the texts of all apologies.",
    '"I\'m sorry, Dave" is what hal.sh prints; exit 1.',
    "`I cannot do that` stands in line 3 of a.txt.",
    "I/O error on disk sda1.",
    "As a library, ai-kit exports 3 functions.",
    "As an AI benchmark the repository holds 40 tasks.",
    "The request cannot be processed: HTTP 400.",
    "This request was sent twice.",
    "Please note: the setting is called a.b.",
    "Kann a.txt nicht öffnen.",
    "Leider ist der Build fehlgeschlagen.",
    "Je n'ai pas de fichier: 3 fichiers manquent.",
    "No se puede abrir el archivo a.txt.",
    "无法打开文件 a.txt。",
    "作为依赖项，包 a 被安装了。",
    "ファイルを開くことができません。",
    "К сожалению, тест a.ts не прошёл.",
    "Не могу открыть файл: так пишет cat.",
    "Как пишет npm, пакет не найден.",
  ])("and this is none: %s", (opening) => {
    expect(suspicionOf(opening, [])).toBeUndefined();
    expect(suspicionOf(`${opening} Found in line 3.`.padEnd(900, " and more"), [])).toBeUndefined();
  });
});

describe("an echo is a text of which nearly all was copied", () => {
  it.each([
    { title: "the beginning", text: SOURCE.slice(0, 590) },
    { title: "a few lines", text: SOURCE.slice(0, 260) },
    { title: "a piece from the middle, cut at both ends", text: SOURCE.slice(1010, 1400) },
    {
      title: "the beginning, each line with a bullet",
      text: LINES.slice(0, 8)
        .map((line) => `- ${line}`)
        .join("\n"),
    },
    { title: "the beginning in one line", text: LINES.slice(0, 8).join(" ") },
    { title: "the beginning behind an introduction", text: `The output:\n${SOURCE.slice(0, 500)}` },
    { title: "every other line, at length", text: LINES.filter((_, i) => i % 2 === 0).join("\n") },
  ])("$title", ({ text }) => {
    expect(suspicionOf(text, ["something else", SOURCE])).toBe("echo");
  });

  it.each([
    { title: "a line that is quoted", text: LINES[3] ?? "" },
    {
      title: "the decisive lines, each by itself",
      text: [LINES[3], LINES[40], LINES[71], LINES[77]].join("\n"),
    },
    {
      title: "a piece that is quoted and told about",
      text: `80 fields are unused, one in each of the parts; the compiler says so for all of them:\n${SOURCE.slice(0, 260)}\nNothing else was reported, and the exit code was 0; the same holds for the tests.`,
    },
    { title: "a text that copies from nowhere", text: SOURCE.replaceAll("unused", "needed").slice(0, 500) },
  ])("but not $title", ({ text }) => {
    expect(suspicionOf(text, ["something else", SOURCE])).toBeUndefined();
  });
});
