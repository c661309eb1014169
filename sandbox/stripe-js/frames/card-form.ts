import type { StripeError } from '../messages.ts';
import {
  type Card,
  digitsOf,
  FAULTS,
  type Fault,
  FIELDS,
  type Field,
  formatExpiry,
  formatNumber,
  readCard,
} from './card-rules.ts';

export type Checked = { card: Card; error?: undefined } | { card?: undefined; error: StripeError };

const FORMATS: Record<Field, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
};

/** The form in the page the server sent (frame-pages.ts). */
export class CardForm {
  readonly #form = required<HTMLFormElement>('form');
  readonly #inputs: Record<Field, HTMLInputElement> = {
    number: required('input[name="number"]'),
    expiry: required('input[name="expiry"]'),
    cvc: required('input[name="cvc"]'),
  };
  readonly #state = { isReadOnly: false, isBusy: false };

  constructor(onSubmit: () => void) {
    for (const field of FIELDS) this.#listen(field);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      onSubmit();
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

  /** Read-only as the page wants it, busy while the sandbox is asked. */
  set(state: { isReadOnly?: boolean; isBusy?: boolean }): void {
    Object.assign(this.#state, state);
    const { isReadOnly, isBusy } = this.#state;
    const isOff = isBusy || isReadOnly;
    for (const field of FIELDS) this.#inputs[field].disabled = isOff;
    for (const button of this.#form.querySelectorAll('button')) button.disabled = isOff;
    this.#form.ariaBusy = String(isBusy);
  }

  /** Shows every fault, and goes to the first. */
  check(): Checked {
    const { number, expiry, cvc } = this.#inputs;
    const values = { number: number.value, expiry: expiry.value, cvc: cvc.value };
    const { card, wrong } = readCard(values, new Date());
    for (const field of FIELDS) this.#show(field, this.#faultOf(field));
    if (card) return { card };
    const { field, ...fault } = wrong;
    this.#inputs[field].focus();
    return { error: { type: 'validation_error', ...fault } };
  }

  #listen(field: Field): void {
    const input = this.#inputs[field];
    input.addEventListener('input', () => {
      const formatted = FORMATS[field](input.value);
      // Setting the same value would move the caret.
      if (formatted !== input.value) input.value = formatted;
      // While typing, only a fault that is shown already may change.
      if (input.ariaInvalid === 'true') this.#show(field, this.#faultOf(field));
    });
    input.addEventListener('blur', () => {
      // Half a number is a fault only once the field was left.
      if (input.value !== '') this.#show(field, this.#faultOf(field));
    });
  }

  #fillIn(number: string): void {
    const year = String(new Date().getFullYear() + 3).slice(2);
    const values = { number: formatNumber(number), expiry: `12 / ${year}`, cvc: '123' };
    for (const field of FIELDS) {
      this.#inputs[field].value = values[field];
      this.#show(field, undefined);
    }
  }

  #faultOf(field: Field): Fault | undefined {
    return FAULTS[field](this.#inputs[field].value, new Date());
  }

  #show(field: Field, fault: Fault | undefined): void {
    const input = this.#inputs[field];
    input.ariaInvalid = String(fault !== undefined);
    required(`#${field}-error`).textContent = fault?.message ?? '';
  }
}

function required<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
