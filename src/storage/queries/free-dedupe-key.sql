UPDATE events SET dedupe_key = NULL WHERE organization_id = $1 AND dedupe_key = $2 AND at <= $3
