/** Settings in the environment of the tests, which are about other servers; PG* of libpq likewise. */
export const foreignSettings = /^(BANKSIA_.*|DATABASE_URL|REDIS_URL|HOST|PORT|PG[A-Z]+)$/
