import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import type { CardFormProps } from './card-form.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';

/** Card form and button. Nothing of the provider's is loaded before a page renders it. */
export const LazyCardForm = lazyComponent<CardFormProps>(
  async () => (await import('./card-form.tsx')).CardForm,
  <CardFormSkeleton />,
);
