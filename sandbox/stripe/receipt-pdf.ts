import { isoDay } from './invoice-lines.ts';
import type { Invoice } from './records.ts';

/** A page with what was billed: enough for a viewer to open. */
export function receiptPdf({ id, created, lines, total, currency, status }: Invoice): Buffer {
  const amount = (cents: number) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const texts = [
    'Sandbox: no real payment',
    `Invoice ${id}, ${isoDay(created)}, ${status}`,
    ...lines.data.map((line) => `${line.description}: ${amount(line.amount)}`),
    `Total: ${amount(total)}`,
  ];
  const shown = texts.map((text) => `(${pdfText(text)}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 72 760 Td 18 TL\n${shown}\nET`;
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

/** In the font's own alphabet; brackets end a text. */
const pdfText = (text: string) =>
  text
    .replaceAll('×', 'x')
    .replace(/[^ -~]/g, '?')
    .replace(/[()\\]/g, '\\$&');

/** Objects, and where each begins. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}
