// Checks that questions and headings above them are recognised in the languages of large markets.
import { describe, expect, it } from 'vitest';
import { isQuestion, isQuestionHeading } from './question-words.ts';

const HEADINGS = [
  'People also ask|Related questions|Other people ask|Nutzer fragen auch|Weitere Fragen|Ähnliche Fragen|Autres questions posées|Otras preguntas de los usuarios',
  'La gente también pregunta|Más preguntas|As pessoas também perguntam|Outras perguntas|Le persone hanno chiesto anche|Domande simili|Altre domande|Mensen vragen ook',
  'Anderen vroegen ook|Podobne pytania|Użytkownicy pytają też|Więcej pytań|Andra frågade även|Relaterade frågor|Folk spør også|Folk spørger også|Relaterede spørgsmål',
  'Ihmiset kysyvät myös|Muut kysyivät myös|Lidé se také ptají|Další dotazy|Podobné otázky|Ľudia sa tiež pýtajú|Mások ezeket is kérdezték|Kapcsolódó kérdések',
  'Oamenii întreabă și|Întrebări similare|Хората също питат|Οι χρήστες ρωτούν επίσης|Άλλοι χρήστες ρώτησαν|İnsanlar bunları da sordu|Benzer sorular',
  'Люди также спрашивают|Похожие вопросы|Вопросы по теме|Другие вопросы|Люди також запитують|Схожі запитання|Ljudi također pitaju|Ljudje sprašujejo tudi',
  'Žmonės taip pat klausia|Cilvēki jautā arī|Inimesed küsivad ka|Mọi người cũng hỏi|Câu hỏi liên quan|Orang lain juga bertanya|Pertanyaan terkait|คำถามที่คล้ายกัน',
  'يسأل الأشخاص أيضًا|أسئلة ذات صلة|أسئلة طرحها آخرون|אנשים שואלים גם|שאלות קשורות|افراد دیگر می‌پرسند|लोग यह भी पूछते हैं|संबंधित सवाल|মানুষ আরও জিজ্ঞাসা করে',
  '他の人はこちらも質問|関連する質問|用户还问了以下问题|大家还在问|相关问题|其他人也問了以下問題|관련 질문|사람들이 많이 묻는 질문|La gent també pregunta',
].flatMap((line) => line.split('|'));

const QUESTIONS = [
  'What is tea|Who’s the best grower|Wie lange zieht Tee|Comment faire du thé|Cuál es el mejor té|Qual é o melhor chá|Come si fa il tè|Hoe zet je thee|Jak parzyć herbatę',
  'Hur länge ska te dra|Hva er grønn te|Hvor længe skal te trække|Mikä on vihreä tee|Jak dlouho louhovat čaj|Kako se kuha čaj|Hogyan kell teát főzni|Cum se face ceaiul',
  'Τι είναι το πράσινο τσάι|Πώς φτιάχνω τσάι;|Как заваривать чай|Що таке зелений чай|Какво е зелен чай|Çay nasıl demlenir|Yeşil çay nedir|Apa itu teh hijau|Trà xanh là gì',
  '緑茶とは|なぜお茶は緑|お茶は体にいいの|녹차는 몸에 좋은가|녹차 어떻게 우려요|绿茶能减肥吗|綠茶怎麼泡|ชาเขียวคืออะไร|ทำไมชาเขียวขม',
  'ما هو الشاي الأخضر|كيف أصنع الشاي؟|מה זה תה ירוק|چای سبز چیست|ग्रीन टी क्या है|চা কিভাবে বানায়',
].flatMap((line) => line.split('|'));

describe('a heading', () => {
  it.each(HEADINGS)('announces questions: %s', (text) => expect(isQuestionHeading(text)).toBe(true));
  it.each([
    'Videos',
    'People also search for',
    'Related searches',
    'Top stories',
    'Menu',
    '画像',
    '相关搜索',
    '관련 검색어',
    'Похожие запросы',
  ])('announces none: %s', (text) => expect(isQuestionHeading(text)).toBe(false));
  it('of a page about questions is too long', () => {
    expect(isQuestionHeading(`Questions that other people often ask about ${'tea '.repeat(10)}`)).toBe(false);
  });
});

describe('a question', () => {
  it.each(QUESTIONS)('is recognised: %s', (text) => expect(isQuestion(text)).toBe(true));
  it.each([
    'Tools',
    'All filters',
    'Any time',
    'AI Overview',
    'Mi cuenta',
    '이미지',
    '한국어 페이지',
    '画像',
    'お茶の種類',
    'Tea for beginners',
    'Чай с лимоном',
    'شاي أخضر',
  ])('is not seen in %s', (text) => expect(isQuestion(text)).toBe(false));
});
