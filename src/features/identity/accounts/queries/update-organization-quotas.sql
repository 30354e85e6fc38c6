UPDATE organizations SET quotas = :quotas WHERE id = :id
