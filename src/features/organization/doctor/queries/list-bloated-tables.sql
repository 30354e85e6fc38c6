-- Tables of which much is dead rows that no vacuum has taken away.
-- @result name, dead, live: !
SELECT relname::text AS name, n_dead_tup::double precision AS dead, n_live_tup::double precision AS live
FROM pg_stat_user_tables
WHERE n_dead_tup > :least::bigint AND n_dead_tup * 4 > n_live_tup
ORDER BY n_dead_tup DESC
LIMIT :limit
