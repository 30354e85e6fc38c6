UPDATE events SET dedupe_key = NULL
WHERE organization_id = :organization_id AND dedupe_key = :dedupe_key AND at <= :until
