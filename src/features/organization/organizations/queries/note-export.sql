UPDATE organizations SET exported_at = greatest(exported_at, :at) WHERE id = :id
