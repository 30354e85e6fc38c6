SELECT looked_until AS "lookedUntil", announced FROM announced_shifts WHERE organization_id = :organization_id
