UPDATE organizations SET plan = :plan WHERE id = :id
