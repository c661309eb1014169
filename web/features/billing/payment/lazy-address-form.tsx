import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import type { AddressFormProps } from './address-form.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';

/** Only where tax is computed: nobody else loads the list of countries. */
export const LazyAddressForm = lazyComponent<AddressFormProps>(
  async () => (await import('./address-form.tsx')).AddressForm,
  <CardFormSkeleton />,
);
