-- Whether any mute begins: mostly none does, and no transaction is begun for it.
SELECT mute_id AS "muteId" FROM alert_mute_starts WHERE starts_at <= now() LIMIT 1
