import type { StripeError } from '../messages.ts';
import {
  type Card,
  cvcFault,
  digitsOf,
  expiryFault,
  type Fault,
  type Field,
  formatExpiry,
  formatNumber,
  numberFault,
  readCard,
} from './card-rules.ts';
import { tell } from './parent.ts';

export type Checked = { card: Card; error?: undefined } | { card?: undefined; error: StripeError };

const FORMATS: Record<Field, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
};

const FIELDS = ['number', 'expiry', 'cvc'] as const satisfies readonly Field[];

/** The form in the page the server sent (frame-pages.ts). */
export class CardForm {
  readonly #form = required<HTMLFormElement>('form');
  readonly #inputs: Record<Field, HTMLInputElement> = {
    number: required('input[name="number"]'),
    expiry: required('input[name="expiry"]'),
    cvc: required('input[name="cvc"]'),
  };
  #isReadOnly = false;
  #isBusy = false;

  constructor() {
    for (const field of FIELDS) this.#listen(field);
    this.#form.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell({ kind: 'escape' });
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      tell({ kind: 'submit' });
    });
    for (const button of this.#form.querySelectorAll<HTMLElement>('button[data-number]')) {
      button.addEventListener('click', () => this.#fillIn(button.dataset['number'] ?? ''));
    }
  }

  show(): void {
    this.#form.hidden = false;
  }

  showProblem(message: string): void {
    required('#problem').textContent = message;
  }

  focus(): void {
    this.#inputs.number.focus();
  }

  clear(): void {
    this.#set({ number: '', expiry: '', cvc: '' });
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#enable();
  }

  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#enable();
  }

  /** Shows every fault, and goes to the first. */
  check(): Checked {
    const card = readCard(this.#values(), new Date());
    for (const field of FIELDS) this.#show(field, this.#faultOf(field));
    if (card) return { card };
    const first = FIELDS.find((field) => this.#faultOf(field) !== undefined) ?? 'number';
    this.#inputs[first].focus();
    const { code, message } = this.#faultOf(first) ?? { code: 'incomplete', message: '' };
    return { error: { type: 'validation_error', code, message } };
  }

  #listen(field: Field): void {
    const input = this.#inputs[field];
    input.addEventListener('input', () => this.#change(field));
    input.addEventListener('focus', () => tell({ kind: 'focus' }));
    input.addEventListener('blur', () => {
      // Half a number is worth a word only once somebody has left it.
      if (input.value !== '') this.#show(field, this.#faultOf(field));
      tell({ kind: 'blur' });
    });
  }

  #change(field: Field): void {
    const input = this.#inputs[field];
    setFormatted(input, FORMATS[field]);
    // A word while typing only where it takes an earlier one back.
    if (input.ariaInvalid === 'true') this.#show(field, this.#faultOf(field));
    this.#tellChange();
  }

  #fillIn(number: string): void {
    const year = String(new Date().getFullYear() + 3).slice(2);
    this.#set({ number: formatNumber(number), expiry: `12 / ${year}`, cvc: '123' });
  }

  #set(values: Record<Field, string>): void {
    for (const field of FIELDS) {
      this.#inputs[field].value = values[field];
      this.#show(field, undefined);
    }
    this.#tellChange();
  }

  #tellChange(): void {
    const values = this.#values();
    const isEmpty = FIELDS.every((field) => values[field] === '');
    tell({ kind: 'change', isEmpty, isComplete: readCard(values, new Date()) !== undefined });
  }

  #values(): Record<Field, string> {
    const { number, expiry, cvc } = this.#inputs;
    return { number: number.value, expiry: expiry.value, cvc: cvc.value };
  }

  #faultOf(field: Field): Fault | undefined {
    const { number, expiry, cvc } = this.#values();
    if (field === 'number') return numberFault(number);
    return field === 'expiry' ? expiryFault(expiry, new Date()) : cvcFault(cvc, number);
  }

  #show(field: Field, fault: Fault | undefined): void {
    const input = this.#inputs[field];
    input.ariaInvalid = String(fault !== undefined);
    input.classList.toggle('Input--invalid', fault !== undefined);
    required(`#${field}-error`).textContent = fault?.message ?? '';
  }

  #enable(): void {
    const isOff = this.#isBusy || this.#isReadOnly;
    for (const field of FIELDS) this.#inputs[field].disabled = isOff;
    for (const button of this.#form.querySelectorAll('button')) button.disabled = isOff;
    this.#form.ariaBusy = String(this.#isBusy);
  }
}

/** Keeps the caret behind the same digit: spaces come and go with the format. */
function setFormatted(input: HTMLInputElement, format: (text: string) => string): void {
  const typed = input.value;
  const caret = input.selectionStart ?? typed.length;
  const formatted = format(typed);
  if (formatted === typed) return;
  const isAtEnd = caret === typed.length;
  const digitsBefore = digitsOf(typed.slice(0, caret)).length;
  input.value = formatted;
  if (isAtEnd) return;
  let place = 0;
  for (let seen = 0; seen < digitsBefore && place < formatted.length; place += 1) {
    if (/\d/.test(formatted.charAt(place))) seen += 1;
  }
  input.setSelectionRange(place, place);
}

function required<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
