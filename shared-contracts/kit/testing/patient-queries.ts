import { configure } from '@testing-library/dom';

// `waitFor` and `findBy…` wait for what comes, however busy the machine is; one second is their own limit.
configure({ asyncUtilTimeout: 60_000 });
