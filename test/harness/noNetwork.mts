import nock from 'nock';

// Only loopback: a test that would reach the real service fails instead.
nock.disableNetConnect();
nock.enableNetConnect((host) => /^(127\.0\.0\.1|localhost)(:|$)/.test(host));
