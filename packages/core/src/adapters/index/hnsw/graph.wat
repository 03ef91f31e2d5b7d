;; The inner loops of the HNSW index. Assembled into graph-wasm.ts by scripts/build-wasm.mjs.
;; Every address is in bytes; dimensions are a multiple of 128. Nodes lie in blocks of 1024, $blockBytes apart, and within a
;; block $stride apart, from $first on. A record starts with its vector's inverse norm (f32).
(module
  (memory (export "memory") 1)

  ;; Copies an int8 vector as int16.
  (func (export "widen") (param $vector i32) (param $out i32) (param $dimensions i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $vector) (local.get $dimensions)))
    (loop $next
      (v128.store (local.get $out) (v128.load8x8_s (local.get $vector)))
      (v128.store offset=16 (local.get $out) (v128.load8x8_s offset=8 (local.get $vector)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end)))))

  ;; Cosines of the `count` listed nodes to the int16 vector at $lanes, as f32; its vector lies $offset into a
  ;; node's record. $scale is the inverse norm of the int16 vector. A lane sums at most 1024 products of
  ;; 128 * 16383: just below 2^31.
  (func (export "scores")
    (param $first i32) (param $blockBytes i32) (param $stride i32) (param $offset i32) (param $list i32) (param $count i32)
    (param $out i32) (param $lanes i32) (param $scale f64) (param $dimensions i32)
    (local $end i32) (local $node i32) (local $record i32) (local $vector i32) (local $vectorEnd i32) (local $lane i32)
    (local $sum v128) (local $other v128) (local $total v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $node (i32.load (local.get $list)))
      (local.set $record
        (i32.add
          (i32.add (local.get $first) (i32.mul (i32.shr_u (local.get $node) (i32.const 10)) (local.get $blockBytes)))
          (i32.mul (i32.and (local.get $node) (i32.const 1023)) (local.get $stride))))
      (local.set $vector (i32.add (local.get $record) (local.get $offset)))
      (local.set $vectorEnd (i32.add (local.get $vector) (local.get $dimensions)))
      (local.set $lane (local.get $lanes))
      (local.set $sum (v128.const i64x2 0 0))
      (local.set $other (v128.const i64x2 0 0))
      (loop $eights
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $lane)))))
        (local.set $other (i32x4.add (local.get $other)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $lane)))))
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $vector)) (v128.load offset=32 (local.get $lane)))))
        (local.set $other (i32x4.add (local.get $other)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $vector)) (v128.load offset=48 (local.get $lane)))))
        (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
        (local.set $lane (i32.add (local.get $lane) (i32.const 64)))
        (br_if $eights (i32.lt_u (local.get $vector) (local.get $vectorEnd))))
      ;; Two half sums may pass 2^31 together, so they meet as f64.
      (local.set $total
        (f64x2.add
          (f64x2.add
            (f64x2.convert_low_i32x4_s (local.get $sum))
            (f64x2.convert_low_i32x4_s
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
          (f64x2.add
            (f64x2.convert_low_i32x4_s (local.get $other))
            (f64x2.convert_low_i32x4_s
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $other) (local.get $other))))))
      (f32.store
        (local.get $out)
        (f32.demote_f64
          (f64.mul
            (f64.mul
              (f64.add (f64x2.extract_lane 0 (local.get $total)) (f64x2.extract_lane 1 (local.get $total)))
              (local.get $scale))
            (f64.promote_f32 (f32.load (local.get $record))))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $end)))))

  ;; For each listed node, 0 minus the weighted Hamming distance between its code and the query, as f32. The query's planes
  ;; lie interleaved, 48 bytes a word of 128 dimensions: its signs, then the two bits of its magnitudes, which weigh 1 and 2.
  (func (export "likenesses")
    (param $first i32) (param $blockBytes i32) (param $stride i32) (param $list i32) (param $count i32) (param $out i32)
    (param $planes i32) (param $dimensions i32)
    (local $end i32) (local $planesEnd i32) (local $node i32) (local $code i32) (local $plane i32)
    (local $differs v128) (local $high v128) (local $sum v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $planesEnd
      (i32.add (local.get $planes) (i32.mul (i32.const 48) (i32.shr_u (local.get $dimensions) (i32.const 7)))))
    (loop $next
      (local.set $node (i32.load (local.get $list)))
      (local.set $code
        (i32.add
          (i32.add (local.get $first) (i32.mul (i32.shr_u (local.get $node) (i32.const 10)) (local.get $blockBytes)))
          (i32.mul (i32.and (local.get $node) (i32.const 1023)) (local.get $stride))))
      (local.set $plane (local.get $planes))
      (local.set $sum (v128.const i64x2 0 0))
      (loop $word
        (local.set $differs (v128.xor (v128.load (local.get $code)) (v128.load (local.get $plane))))
        (local.set $high (i8x16.popcnt (v128.and (local.get $differs) (v128.load offset=32 (local.get $plane)))))
        (local.set $sum
          (i16x8.add
            (local.get $sum)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.add
                (i8x16.popcnt (v128.and (local.get $differs) (v128.load offset=16 (local.get $plane))))
                (i8x16.add (local.get $high) (local.get $high))))))
        (local.set $code (i32.add (local.get $code) (i32.const 16)))
        (local.set $plane (i32.add (local.get $plane) (i32.const 48)))
        (br_if $word (i32.lt_u (local.get $plane) (local.get $planesEnd))))
      (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
      (f32.store
        (local.get $out)
        (f32.convert_i32_s
          (i32.sub
            (i32.const 0)
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $end))))))
