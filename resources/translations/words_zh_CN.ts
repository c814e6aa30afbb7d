<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>EngineWords</name>
    <message>
        <source>run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a libonnxruntime.so file or the folder that holds it</source>
        <translation>请运行 packaging/fetch-onnxruntime，或将 METAINFER_ONNXRUNTIME 设为 libonnxruntime.so 文件或其所在文件夹</translation>
    </message>
    <message>
        <source>no ONNX Runtime library was found</source>
        <translation>未找到 ONNX Runtime 库</translation>
    </message>
    <message>
        <source>cannot load %1: %2</source>
        <translation>无法加载 %1：%2</translation>
    </message>
    <message>
        <source>check that the file is an ONNX Runtime library for this architecture</source>
        <translation>请检查该文件是否为适用于本架构的 ONNX Runtime 库</translation>
    </message>
    <message>
        <source>%1 is not an ONNX Runtime library</source>
        <translation>%1 不是 ONNX Runtime 库</translation>
    </message>
    <message>
        <source>%1 is version %2; 1.%3 or newer is needed</source>
        <translation>%1 的版本为 %2；需要 1.%3 或更新版本</translation>
    </message>
    <message>
        <source>ONNX Runtime %1 is not on this device; there is %2</source>
        <translation>此设备上没有 ONNX Runtime %1；现有 %2</translation>
    </message>
    <message>
        <source>ask for one of those, or set METAINFER_ONNXRUNTIME</source>
        <translation>请选择其中之一，或设置 METAINFER_ONNXRUNTIME</translation>
    </message>
    <message>
        <source>set it to a libonnxruntime.so file or a folder that holds one</source>
        <translation>请将其设为 libonnxruntime.so 文件或含有它的文件夹</translation>
    </message>
    <message>
        <source>this ONNX Runtime has no execution provider `%1`</source>
        <translation>此 ONNX Runtime 没有执行提供程序 `%1`</translation>
    </message>
    <message>
        <source>input `%1` is missing</source>
        <translation>缺少输入 `%1`</translation>
    </message>
    <message>
        <source>the model takes %1</source>
        <translation>该模型的输入为 %1</translation>
    </message>
    <message>
        <source>input `%1` is %2, the model takes %3</source>
        <translation>输入 `%1` 为 %2，模型需要 %3</translation>
    </message>
    <message>
        <source>input `%1` is not a tensor but a sequence, map or optional</source>
        <translation>输入 `%1` 不是张量，而是序列、映射或可选值</translation>
    </message>
    <message>
        <source>output `%1` is not a tensor but a sequence, map or optional</source>
        <translation>输出 `%1` 不是张量，而是序列、映射或可选值</translation>
    </message>
    <message>
        <source>ask for the other outputs by name</source>
        <translation>请按名称只请求其他输出</translation>
    </message>
    <message>
        <source>the model has no output `%1`</source>
        <translation>该模型没有输出 `%1`</translation>
    </message>
    <message>
        <source>the runner could not allocate memory</source>
        <translation>运行进程无法分配内存</translation>
    </message>
    <message>
        <source>use a smaller batch or input, or raise the memory limit</source>
        <translation>请使用更小的批或输入，或提高内存上限</translation>
    </message>
    <message>
        <source>the runner failed: %1</source>
        <translation>运行进程失败：%1</translation>
    </message>
    <message>
        <source>no memory for %1 buffers of %2 bytes</source>
        <translation>没有足够内存容纳 %1 个 %2 字节的缓冲区</translation>
    </message>
    <message>
        <source>no compute kernel for `%1` on this architecture</source>
        <translation>此架构上没有 `%1` 的计算内核</translation>
    </message>
    <message>
        <source>%1 passed its deadline</source>
        <translation>%1 超过了时限</translation>
    </message>
    <message>
        <source>allow more time, or use a smaller model or input</source>
        <translation>请放宽时限，或使用更小的模型或输入</translation>
    </message>
    <message>
        <source>the file %1 is larger than the agent&apos;s whole cache of %2 bytes in %3</source>
        <translation>文件 %1 超过了代理的整个缓存（%3 中共 %2 字节）</translation>
    </message>
    <message>
        <source>raise METAINFER_CACHE_LIMIT_MB where the agent runs</source>
        <translation>请在运行代理处提高 METAINFER_CACHE_LIMIT_MB</translation>
    </message>
    <message>
        <source>install the same version on both sides</source>
        <translation>请在两端安装同一版本</translation>
    </message>
    <message>
        <source>cannot pin to cpus %1</source>
        <translation>无法绑定到 CPU %1</translation>
    </message>
    <message>
        <source>no such model: %1</source>
        <translation>没有该模型：%1</translation>
    </message>
    <message>
        <source>the file changed; compute its hash again</source>
        <translation>文件已改变；请重新计算其哈希</translation>
    </message>
    <message>
        <source>the outputs point apart: cosine %1</source>
        <translation>输出方向偏离：余弦 %1</translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation>余弦 %1</translation>
    </message>
    <message>
        <source>the batch size is fixed</source>
        <translation>批大小固定</translation>
    </message>
    <message>
        <source>the original lets NaN or infinity through, the adapted model hides it</source>
        <translation>原始模型会传递 NaN 或无穷大，适配后的模型将其掩盖</translation>
    </message>
    <message>
        <source>the mean of %1 of %2 channels moved by up to %3 of their standard deviation</source>
        <translation>%2 个通道中有 %1 个的均值偏移，最多达其标准差的 %3</translation>
    </message>
    <message>
        <source>the variance of %1 of %2 channels changed, by a factor of up to %3</source>
        <translation>%2 个通道中有 %1 个的方差改变，最多 %3 倍</translation>
    </message>
    <message>
        <source>relative error %1 on one sample, %2 on the median one</source>
        <translation>单个样本的相对误差为 %1，中位样本为 %2</translation>
    </message>
    <message>
        <source>the largest class changed on %1 of %2 samples</source>
        <translation>%2 个样本中有 %1 个的预测类别改变</translation>
    </message>
    <message>
        <source>%1 of the values lie outside [%2, %3]</source>
        <translation>%1 的数值超出 [%2, %3]</translation>
    </message>
    <message>
        <source>%1 takes %2 and no rule applies.</source>
        <translation>%1 占 %2 的时间，且没有适用的规则。</translation>
    </message>
    <message>
        <source>the work of %1 nodes is not known, mostly because shapes are dynamic; binding dimensions gives better estimates.</source>
        <translation>%1 个节点的计算量未知，多因形状是动态的；绑定维度可得到更好的估计。</translation>
    </message>
    <message>
        <source>%1 of the estimated time is in nodes whose launch overhead exceeds their work: fusing them gains more than speeding them up.</source>
        <translation>估计时间的 %1 花在启动开销超过计算量的节点上：融合它们比加速更有效。</translation>
    </message>
    <message>
        <source>use fewer threads, pin them, or measure on an idle machine; small operators gain nothing from more threads</source>
        <translation>减少线程、绑定核心，或在空闲机器上测量；小算子无法从更多线程获益</translation>
    </message>
    <message>
        <source>let transposes cancel or sink, or bring the model into the layout that the operators beside them prefer</source>
        <translation>让转置互相抵消或下沉，或使模型采用相邻算子偏好的布局</translation>
    </message>
    <message>
        <source>the blocked layout is left and entered again between convolutions: compare with the layout pass switched off, or move the operators between them</source>
        <translation>卷积之间反复离开和进入分块布局：请与关闭布局变换的情形比较，或移走其间的算子</translation>
    </message>
    <message>
        <source>lower the peak (smaller batch, 8-bit activations, fused operators), and keep the memory arena on so that buffers are reused</source>
        <translation>降低峰值（更小的批、8 位激活、融合算子），并保持内存池开启以复用缓冲区</translation>
    </message>
    <message>
        <source>the 8-bit kernel does not reach its rate: try unsigned activations, per-tensor weights for depthwise convolutions, or leave these operators in float</source>
        <translation>8 位内核未达到应有速率：可尝试无符号激活、逐通道卷积用逐张量权重，或让这些算子保持浮点</translation>
    </message>
    <message>
        <source>the convolution falls on a slow kernel: pad channels to the alignment, change the group count, or try 8-bit arithmetic</source>
        <translation>卷积落到慢速内核：可将通道补齐到对齐要求、改变分组数，或尝试 8 位运算</translation>
    </message>
    <message>
        <source>%1 is slow on this device: look for an equivalent or fused form</source>
        <translation>%1 在该设备上较慢：请寻找等价或融合的形式</translation>
    </message>
    <message>
        <source>fewer, larger operators: fold and fuse small ones, bind dynamic dimensions so that shape computations vanish</source>
        <translation>让算子更少更大：折叠并融合小算子，绑定动态维度以消除形状计算</translation>
    </message>
    <message>
        <source>the prediction is corrected by this measurement; probe the operators named in the per-operator table for better ones</source>
        <translation>预测已按此测量修正；对算子表中的算子做微基准测试可进一步改进</translation>
    </message>
    <message>
        <source>only %1 of %2 threads were busy; other programs kept %3 cores busy</source>
        <translation>%2 个线程中只有 %1 个在忙；其他程序占用 %3 个核</translation>
    </message>
    <message>
        <source>only %1 of %2 threads were busy</source>
        <translation>%2 个线程中只有 %1 个在忙</translation>
    </message>
    <message>
        <source>other programs kept %1 cores busy</source>
        <translation>其他程序占用 %1 个核</translation>
    </message>
    <message>
        <source>%1 µs of %2 µs pass between the %3 operators</source>
        <translation>%2 µs 中有 %1 µs 花在 %3 个算子之间</translation>
    </message>
    <message>
        <source>%1: %2 µs instead of %3 µs, %4 GFLOP/s and %5 GB/s achieved</source>
        <translation>%1：%2 µs，应为 %3 µs；达到 %4 GFLOP/s、%5 GB/s</translation>
    </message>
    <message>
        <source>NOISY: coefficient of variation %1; other load on %2 cores</source>
        <translation>噪声大：变异系数 %1；其他负载占 %2 个核</translation>
    </message>
    <message>
        <source>NOISY: coefficient of variation %1</source>
        <translation>噪声大：变异系数 %1</translation>
    </message>
    <message>
        <source>%1 drops by %2, more than %3</source>
        <translation>%1 下降 %2，超过 %3</translation>
    </message>
    <message>
        <source>not among the finalists</source>
        <translation>未入围</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>作为参照</translation>
    </message>
    <message>
        <source>an objective was not measured</source>
        <translation>有一项优化目标未测得</translation>
    </message>
    <message>
        <source>its measurement is INVALID</source>
        <translation>其测量结果无效（INVALID）</translation>
    </message>
    <message>
        <source>%1 is %2, below the gate %3</source>
        <translation>%1 为 %2，低于门限 %3</translation>
    </message>
    <message>
        <source>%1 %2, the original&apos;s %3: a drop of %4 points, the limit is %5</source>
        <translation>%1 为 %2，原始模型为 %3：下降 %4 个百分点，上限为 %5</translation>
    </message>
    <message>
        <source>%1 %2 is above %3: %4</source>
        <translation>%1 为 %2，高于 %3：%4</translation>
    </message>
    <message>
        <source>%1 %2 is below %3: %4</source>
        <translation>%1 为 %2，低于 %3：%4</translation>
    </message>
    <message>
        <source>the rewritten float model computes something else: %1</source>
        <translation>改写后的浮点模型计算结果不同：%1</translation>
    </message>
    <message>
        <source>static quantization finds nothing to work on: no Conv, Gemm or MatMul with constant weights</source>
        <translation>静态量化无处可用：没有带常量权重的 Conv、Gemm 或 MatMul</translation>
    </message>
    <message>
        <source>dynamic quantization finds nothing to work on: no MatMul, Gemm or LSTM with constant weights</source>
        <translation>动态量化无处可用：没有带常量权重的 MatMul、Gemm 或 LSTM</translation>
    </message>
    <message>
        <source>half precision finds nothing to work on</source>
        <translation>半精度无处可用</translation>
    </message>
    <message>
        <source>static int8 needs calibration data and there is none</source>
        <translation>静态 int8 需要校准数据，但没有提供</translation>
    </message>
    <message>
        <source>static int8 needs a runtime to calibrate with</source>
        <translation>静态 int8 需要运行时来校准</translation>
    </message>
    <message>
        <source>int8 activations with uint8 weights have no kernel</source>
        <translation>int8 激活与 uint8 权重的组合没有对应的内核</translation>
    </message>
    <message>
        <source>the folded weights would not be finite numbers</source>
        <translation>折叠后的权重将不是有限数</translation>
    </message>
    <message>
        <source>rule %1 is not among the rewrites for this model</source>
        <translation>规则 %1 不在该模型的改写之列</translation>
    </message>
    <message>
        <source>%1: no large matrix product with constant weights</source>
        <translation>%1：没有带常量权重的大矩阵乘法</translation>
    </message>
    <message>
        <source>the weights of %1 hold NaN or infinity</source>
        <translation>%1 的权重含有 NaN 或无穷大</translation>
    </message>
    <message>
        <source>the runner ended with signal %1 during %2</source>
        <translation>运行进程在 %2 时因信号 %1 结束</translation>
    </message>
    <message>
        <source>the runner died of signal %1</source>
        <translation>运行进程因信号 %1 终止</translation>
    </message>
    <message>
        <source>the runner crashed</source>
        <translation>运行进程崩溃</translation>
    </message>
    <message>
        <source>%1: %2; trying once more</source>
        <translation>%1：%2；再试一次</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>This machine has not been probed, so predictions are rough. Probe it once with: metainfer probe local</source>
        <translation>本机尚未做过微基准测量，因此预测较粗略。请运行一次：metainfer probe local</translation>
    </message>
    <message>
        <source>%1 is a profile without a device here: its performance results are simulated by the analytic model; accuracy is computed for real</source>
        <translation>%1 只是硬件档案，本机没有该设备：性能结果由解析模型仿真，精度为真实计算</translation>
    </message>
    <message>
        <source>No calibration data: int8 ranges come from %1 random inputs, so int8 may lose accuracy on real ones. Give accuracy.calibration</source>
        <translation>没有校准数据：int8 的取值范围来自 %1 个随机输入，因此 int8 在真实输入上可能损失精度。请提供 accuracy.calibration</translation>
    </message>
    <message>
        <source>search.stage_graph.transforms: %1 is not in this version&apos;s catalogue; the search goes on without it</source>
        <translation>search.stage_graph.transforms：%1 不在本版本的目录中；搜索将略去它</translation>
    </message>
    <message>
        <source>%1: this objective has no say in the decision</source>
        <translation>%1：该优化目标不参与决策</translation>
    </message>
    <message>
        <source>%1 is not honoured on %2: %3</source>
        <translation>%1 在 %2 上不被支持：%3</translation>
    </message>
    <message>
        <source>%1 candidates from earlier sessions, some of this very model on this device</source>
        <translation>来自以往会话的 %1 个候选，其中有些正是本设备上的这个模型</translation>
    </message>
    <message>
        <source>%1 candidates from earlier sessions</source>
        <translation>来自以往会话的 %1 个候选</translation>
    </message>
    <message>
        <source>this model was searched here before: %1 candidates instead of %2</source>
        <translation>该模型以前在此搜索过：候选数为 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the original gives other outputs each time for the same input: accuracy and equivalence are judged on one draw of them</source>
        <translation>对同一输入，原始模型每次输出都不同：精度与等价性仅依据其中一次判断</translation>
    </message>
    <message>
        <source>%1. Accuracy and equivalence say nothing about these values.</source>
        <translation>%1。精度与等价性无法评价这些数值。</translation>
    </message>
    <message>
        <source>output.format is compiled_binary: a simulated device has no compiler, so adapted.onnx is the result</source>
        <translation>output.format 为 compiled_binary：仿真设备没有编译器，因此结果为 adapted.onnx</translation>
    </message>
    <message>
        <source>output.artifacts asks for calibration: what was chosen has no calibrated ranges, so there are none</source>
        <translation>output.artifacts 要求校准数据：所选方案没有校准范围，因此没有该文件</translation>
    </message>
    <message>
        <source>%1: which operators fused is not known: %2</source>
        <translation>%1：无法得知哪些算子被融合：%2</translation>
    </message>
    <message>
        <source>the deployment names no data; using those of the sample model: %1</source>
        <translation>部署文件没有指定数据；使用示例模型自带的数据：%1</translation>
    </message>
    <message>
        <source>coefficient of variation %1</source>
        <translation>变异系数 %1</translation>
    </message>
    <message>
        <source>other load on %1 cores</source>
        <translation>其他负载占用 %1 个核</translation>
    </message>
    <message>
        <source>not further from 1 than the A/A control, %1</source>
        <translation>与 1 的距离不超过 A/A 对照（%1）</translation>
    </message>
    <message>
        <source>the A/A control is off by %1, the interval is wider by as much</source>
        <translation>A/A 对照偏差 %1，区间相应加宽</translation>
    </message>
    <message>
        <source>%1 alone, %2 in turn with the others</source>
        <translation>单独测量为 %1，与其他候选轮流测量为 %2</translation>
    </message>
    <message>
        <source>Leave this model in float.</source>
        <translation>请让该模型保持浮点。</translation>
    </message>
    <message>
        <source>Train or export the model again.</source>
        <translation>请重新训练或导出模型。</translation>
    </message>
    <message>
        <source>try another version of the runtime, or fewer optimizations</source>
        <translation>请换用其他版本的运行时，或减少优化</translation>
    </message>
    <message>
        <source>faster by %1 [%2]</source>
        <translation>速度为 %1 倍 [%2]</translation>
    </message>
    <message>
        <source>slower by %1 [%2]</source>
        <translation>耗时为 %1 倍 [%2]</translation>
    </message>
    <message>
        <source>cannot tell [%1]</source>
        <translation>无法判定 [%1]</translation>
    </message>
    <message>
        <source>cannot tell</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>Free some space or choose another folder.</source>
        <translation>请腾出空间或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Raise the limit on file sizes (ulimit -f), or choose another folder.</source>
        <translation>请提高文件大小上限（ulimit -f），或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Check the permissions or choose another folder.</source>
        <translation>请检查权限或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>Name a file, not a folder.</source>
        <translation>请指定文件，而不是文件夹。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>cannot create folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>cannot create a folder in %1</source>
        <translation>无法在 %1 中创建文件夹</translation>
    </message>
    <message>
        <source>cannot read folder %1</source>
        <translation>无法读取文件夹 %1</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>cannot start %1</source>
        <translation>无法启动 %1</translation>
    </message>
    <message>
        <source>cannot create %1</source>
        <translation>无法创建 %1</translation>
    </message>
    <message>
        <source>%1 is a file, not a folder</source>
        <translation>%1 是文件，不是文件夹</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1 不是普通文件</translation>
    </message>
    <message>
        <source>%1 was changed while it was in use</source>
        <translation>%1 在使用期间被修改</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>请重新打开。</translation>
    </message>
    <message>
        <source>%1: %2 bytes at offset %3 lie outside the file of %4 bytes</source>
        <translation>%1：偏移 %3 处的 %2 字节超出了 %4 字节的文件</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read</source>
        <translation>%1 在读取期间变短了</translation>
    </message>
    <message>
        <source>%1 is locked by another process</source>
        <translation>%1 被其他进程锁定</translation>
    </message>
    <message>
        <source>no temporary folder</source>
        <translation>没有临时文件夹</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>管道已断开</translation>
    </message>
    <message>
        <source>%1, line %2, column %3: not valid JSON</source>
        <translation>%1 第 %2 行第 %3 列：不是有效的 JSON</translation>
    </message>
    <message>
        <source>%1: not valid JSON: %2</source>
        <translation>%1：不是有效的 JSON：%2</translation>
    </message>
    <message>
        <source>%1: its values nest deeper than %2 levels</source>
        <translation>%1：其中的值嵌套超过 %2 层</translation>
    </message>
    <message>
        <source>Correct the file or write it anew.</source>
        <translation>请修正该文件或重新写入。</translation>
    </message>
    <message>
        <source>unknown log level: %1</source>
        <translation>未知的日志级别：%1</translation>
    </message>
    <message>
        <source>cannot create a pipe</source>
        <translation>无法创建管道</translation>
    </message>
    <message>
        <source>no program to start was given</source>
        <translation>没有指定要启动的程序</translation>
    </message>
    <message>
        <source>process %1 did not end in %2 ms</source>
        <translation>进程 %1 在 %2 ms 内没有结束</translation>
    </message>
    <message>
        <source>cannot write to a pipe</source>
        <translation>无法写入管道</translation>
    </message>
    <message>
        <source>%1 ran longer than %2 ms</source>
        <translation>%1 运行超过 %2 ms</translation>
    </message>
    <message>
        <source>Did you mean %1 or %2?</source>
        <translation>是否指 %1 或 %2？</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>是否指 %1？</translation>
    </message>
    <message>
        <source>Known: %1.</source>
        <translation>已知：%1。</translation>
    </message>
    <message>
        <source>Known: %1, …</source>
        <translation>已知：%1，…</translation>
    </message>
    <message>
        <source>It has: %1.</source>
        <translation>它有：%1。</translation>
    </message>
    <message>
        <source>There are: %1. Name one like the input.</source>
        <translation>现有：%1。请将其中一个命名为输入名。</translation>
    </message>
    <message>
        <source>cannot lock %1</source>
        <translation>无法锁定 %1</translation>
    </message>
    <message>
        <source>cannot list %1</source>
        <translation>无法列出 %1</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>analysing the model</source>
        <translation>正在分析模型</translation>
    </message>
    <message>
        <source>measuring the original</source>
        <translation>正在测量原始模型</translation>
    </message>
    <message>
        <source>measuring the options that an engineer would set by hand</source>
        <translation>正在测量工程师会手动设置的选项</translation>
    </message>
    <message>
        <source>checking the finalists on all validation data</source>
        <translation>正在用全部验证数据检查入围候选</translation>
    </message>
    <message>
        <source>measuring the finalists in turn with the original</source>
        <translation>正在与原始模型交替测量入围候选</translation>
    </message>
    <message>
        <source>cold starts and per-operator profiles of what is reported</source>
        <translation>正在测量冷启动与算子剖析</translation>
    </message>
    <message>
        <source>confirming the best in a fresh run</source>
        <translation>正在用全新运行确认最佳候选</translation>
    </message>
    <message>
        <source>taking the winner&apos;s changes out one at a time</source>
        <translation>正在逐一去除优胜者的改动</translation>
    </message>
    <message>
        <source>boundary cases and anomalies</source>
        <translation>边界情况与异常</translation>
    </message>
    <message>
        <source>writing the results</source>
        <translation>正在写入结果</translation>
    </message>
    <message>
        <source>uses more threads than max_threads: %1</source>
        <translation>使用的线程数超过 max_threads：%1</translation>
    </message>
    <message>
        <source>%1. A fresh interleaved run says: %2.</source>
        <translation>%1。全新的交替运行结果：%2。</translation>
    </message>
    <message>
        <source>The best of the selection run, %1, does not hold what it promised there: a fresh interleaved run says %2. %3</source>
        <translation>选拔运行中的最佳候选 %1 未兑现其表现：全新的交替运行结果为 %2。%3</translation>
    </message>
    <message>
        <source>%1 cannot be told from %2 and changes less, so it is chosen</source>
        <translation>%1 与 %2 无法区分，但改动更少，因此选择它</translation>
    </message>
    <message>
        <source>while checking outputs</source>
        <translation>检查输出时</translation>
    </message>
    <message>
        <source>while measuring the original model</source>
        <translation>测量原始模型时</translation>
    </message>
    <message>
        <source>while measuring the original again</source>
        <translation>再次测量原始模型时</translation>
    </message>
    <message>
        <source>while measuring the original</source>
        <translation>测量原始模型时</translation>
    </message>
    <message>
        <source>while measuring %1</source>
        <translation>测量 %1 时</translation>
    </message>
    <message>
        <source>while comparing candidates</source>
        <translation>比较候选时</translation>
    </message>
    <message>
        <source>while comparing the finalists</source>
        <translation>比较入围候选时</translation>
    </message>
    <message>
        <source>while confirming the best</source>
        <translation>确认最佳候选时</translation>
    </message>
    <message>
        <source>while running %1 for the first time</source>
        <translation>首次运行 %1 时</translation>
    </message>
    <message>
        <source>while opening the target of %1</source>
        <translation>打开 %1 的目标时</translation>
    </message>
    <message>
        <source>in accuracy.command of %1</source>
        <translation>%1 的 accuracy.command 中</translation>
    </message>
    <message>
        <source>in the data that %1 names</source>
        <translation>%1 指定的数据中</translation>
    </message>
    <message>
        <source>the comparison gave no result</source>
        <translation>比较没有得出结果</translation>
    </message>
    <message>
        <source>%1; trying once more with a new agent</source>
        <translation>%1；用新的代理再试一次</translation>
    </message>
    <message>
        <source>use unsigned activations and at least the extended optimization level, or keep these operators in float</source>
        <translation>请使用无符号激活值和至少 extended 的优化级别，或让这些算子保持浮点</translation>
    </message>
    <message>
        <source>%1: one inference did not end within %2 s</source>
        <translation>%1：一次推理在 %2 s 内没有结束</translation>
    </message>
    <message>
        <source>Look for a loop that does not end, use smaller inputs, or raise the time limit (up to 120 s count).</source>
        <translation>请查找不会结束的循环，使用更小的输入，或提高时限（最多计 120 s）。</translation>
    </message>
    <message>
        <source>%1: one inference needs more memory than there is</source>
        <translation>%1：一次推理所需的内存超出现有内存</translation>
    </message>
    <message>
        <source>Use a smaller batch or smaller inputs.</source>
        <translation>请使用更小的批大小或更小的输入。</translation>
    </message>
    <message>
        <source>no weight holds NaN</source>
        <translation>没有权重含 NaN</translation>
    </message>
    <message>
        <source>NaN stands in the weights %1</source>
        <translation>权重 %1 中含 NaN</translation>
    </message>
    <message>
        <source>%1: the original computes NaN in %2; %3</source>
        <translation>%1：原始模型在 %2 中算出 NaN；%3</translation>
    </message>
    <message>
        <source>%1: the original computes NaN in %2; %3. Accuracy and equivalence say nothing about these values.</source>
        <translation>%1：原始模型在 %2 中算出 NaN；%3。精度与等价性对这些值不作判断。</translation>
    </message>
    <message>
        <source>Nothing can be compared with such outputs. Export the model again from sound weights, or give inputs that it can handle.</source>
        <translation>这样的输出无法比较。请用正常的权重重新导出模型，或提供它能处理的输入。</translation>
    </message>
    <message>
        <source>analytic operator model: %1 timed operators of this device are known, %2 are needed to learn from</source>
        <translation>解析算子模型：此设备已知 %1 个计时算子，学习需要 %2 个</translation>
    </message>
    <message>
        <source>%1 operator model: on %2 operators held out in turn the median error is %3 % learned, %4 % analytic (rank correlation %5, %6)</source>
        <translation>%1 算子模型：对轮流留出的 %2 个算子，中位误差为学习 %3 %、解析 %4 %（秩相关 %5、%6）</translation>
    </message>
    <message>
        <source>analytic operator model: nothing is measured on this device from here</source>
        <translation>解析算子模型：此处无法在该设备上测量</translation>
    </message>
    <message>
        <source>analytic operator model: there is no experience to learn from</source>
        <translation>解析算子模型：没有可学习的经验</translation>
    </message>
    <message>
        <source>the metric of the command %1</source>
        <translation>命令 %1 的指标</translation>
    </message>
    <message>
        <source>dimension %1 fixed to %2</source>
        <translation>维度 %1 固定为 %2</translation>
    </message>
    <message>
        <source>%1, gate not met</source>
        <translation>%1，未通过门限</translation>
    </message>
    <message>
        <source>simulated by the analytic model of the profile, not measured</source>
        <translation>由硬件档案的解析模型仿真，并非实测</translation>
    </message>
    <message>
        <source>%1 (the default options are the best hand-set ones)</source>
        <translation>%1（默认选项就是最好的手动选项）</translation>
    </message>
    <message>
        <source>the default options are the best hand-set ones</source>
        <translation>默认选项就是最好的手动选项</translation>
    </message>
    <message>
        <source>%1, against the original model in float.</source>
        <translation>%1，与浮点的原始模型比较。</translation>
    </message>
    <message>
        <source>inputs.%1.shape has %2 dimensions, the model&apos;s input has %3: %4</source>
        <translation>inputs.%1.shape 有 %2 个维度，模型的输入有 %3 个：%4</translation>
    </message>
    <message>
        <source>inputs.%1.shape: dimension %2 is %3, the model fixes it to %4</source>
        <translation>inputs.%1.shape：维度 %2 为 %3，模型将其固定为 %4</translation>
    </message>
    <message>
        <source>inputs: the model has no input &quot;%1&quot;</source>
        <translation>inputs：模型没有输入“%1”</translation>
    </message>
    <message>
        <source>%1: accuracy.labels needs an array &quot;labels&quot;</source>
        <translation>%1：accuracy.labels 需要名为 &quot;labels&quot; 的数组</translation>
    </message>
    <message>
        <source>Name it so, or keep only this array in the file.</source>
        <translation>请如此命名，或让文件中只有这一个数组。</translation>
    </message>
    <message>
        <source>%1 held-out calibration samples</source>
        <translation>%1 个留出的校准样本</translation>
    </message>
    <message>
        <source>%1 held-out calibration sample</source>
        <translation>%1 个留出的校准样本</translation>
    </message>
    <message>
        <source>%1 validation samples</source>
        <translation>%1 个验证样本</translation>
    </message>
    <message>
        <source>%1 random inputs: give accuracy.validation</source>
        <translation>%1 个随机输入：请提供 accuracy.validation</translation>
    </message>
    <message>
        <source>the only calibration sample: give accuracy.validation</source>
        <translation>唯一的校准样本：请提供 accuracy.validation</translation>
    </message>
    <message>
        <source>%1 on %2 held-out calibration samples</source>
        <translation>%1，基于 %2 个留出的校准样本</translation>
    </message>
    <message>
        <source>%1 on %2 validation samples</source>
        <translation>%1，基于 %2 个验证样本</translation>
    </message>
    <message>
        <source>%1 on %2 random inputs: give accuracy.validation</source>
        <translation>%1，基于 %2 个随机输入：请提供 accuracy.validation</translation>
    </message>
    <message>
        <source>accuracy.metric is %1 but accuracy.validation names no data</source>
        <translation>accuracy.metric 为 %1，但 accuracy.validation 没有指定数据</translation>
    </message>
    <message>
        <source>Name labelled validation data, or use the metric fidelity.</source>
        <translation>请指定带标签的验证数据，或使用指标 fidelity。</translation>
    </message>
    <message>
        <source>%1 holds no samples</source>
        <translation>%1 中没有样本</translation>
    </message>
    <message>
        <source>Give at least one sample.</source>
        <translation>请至少提供一个样本。</translation>
    </message>
    <message>
        <source>nothing measures %1 on %2</source>
        <translation>%2 上无法测量 %1</translation>
    </message>
    <message>
        <source>%1: nothing measures %2 on %3, so it cannot be the primary objective</source>
        <translation>%1：%3 上无法测量 %2，因此不能作为主要目标</translation>
    </message>
    <message>
        <source>Choose one of: %1.</source>
        <translation>请从中选择：%1。</translation>
    </message>
    <message>
        <source>%1: intents[%2].nodes: the model has no node or scope &quot;%3&quot;</source>
        <translation>%1：intents[%2].nodes：模型没有节点或作用域“%3”</translation>
    </message>
    <message>
        <source>A pattern may hold *, for example encoder/*.</source>
        <translation>模式中可用 *，例如 encoder/*。</translation>
    </message>
    <message>
        <source>intents: memory_constrained: among candidates up to %1 % slower than the fastest the lowest peak memory decides. It is the peak of the whole process: the runtime tells none of a part</source>
        <translation>intents：memory_constrained：在比最快者慢不超过 %1 % 的候选中，由最低的峰值内存决定。这是整个进程的峰值：运行时不报告局部的峰值</translation>
    </message>
    <message>
        <source>power modes are not set here; set the mode before the run. The governor is recorded with each measurement</source>
        <translation>此处不设置电源模式；请在运行前设置。每次测量都会记录调速器</translation>
    </message>
    <message>
        <source>occupancy is not measured here; max_threads limits the cores that are used</source>
        <translation>此处不测量占用率；max_threads 限制所用的核数</translation>
    </message>
    <message>
        <source>measurements run without another load</source>
        <translation>测量时没有其他负载</translation>
    </message>
    <message>
        <source>nothing is compiled again after the adaptation</source>
        <translation>迁移之后不再重新编译</translation>
    </message>
    <message>
        <source>the runtime chooses the layout of each operator itself, and no rewrite of this version sets one</source>
        <translation>运行时自行选择每个算子的布局，此版本没有设置布局的改写</translation>
    </message>
    <message>
        <source>nothing here measures power; it is recorded with the nodes</source>
        <translation>此处无法测量功率；该意图随节点记录</translation>
    </message>
    <message>
        <source>the objectives say themselves what memory is worth</source>
        <translation>目标本身已说明内存的权重</translation>
    </message>
    <message>
        <source>the nodes may always stay in the float that the model is written in</source>
        <translation>节点始终可以保持模型原有的浮点类型</translation>
    </message>
    <message>
        <source>static and dynamic int8 are allowed together</source>
        <translation>静态与动态 int8 一并允许</translation>
    </message>
    <message>
        <source>search.stage_kernel: %1 is not honoured on %2: it takes no mapping per operator, so the stage searches session options and precision per node</source>
        <translation>search.stage_kernel：%2 不支持 %1：它不接受逐算子映射，因此该阶段搜索会话选项和逐节点数值精度</translation>
    </message>
    <message>
        <source>search.stage_kernel: %1 are not honoured on %2: it takes no mapping per operator, so the stage searches session options and precision per node</source>
        <translation>search.stage_kernel：%2 不支持 %1：它不接受逐算子映射，因此该阶段搜索会话选项和逐节点数值精度</translation>
    </message>
    <message>
        <source>A relative path counts from the folder of %1.</source>
        <translation>相对路径以 %1 所在的文件夹为起点。</translation>
    </message>
    <message>
        <source>%1 A relative path counts from the folder of %2.</source>
        <translation>%1相对路径以 %2 所在的文件夹为起点。</translation>
    </message>
    <message>
        <source>%1: all %2 values for the input &quot;%3&quot; are NaN or infinite</source>
        <translation>%1：输入“%3”的全部 %2 个值都是 NaN 或无穷大</translation>
    </message>
    <message>
        <source>Write the data again from numbers.</source>
        <translation>请用有效数字重新写入数据。</translation>
    </message>
    <message>
        <source>%1: NaN or infinite are %2 of %3 values for the input &quot;%4&quot;</source>
        <translation>%1：输入“%4”的 %3 个值中有 %2 个为 NaN 或无穷大</translation>
    </message>
    <message>
        <source>the target stands in the deployment file; another one was named beside it</source>
        <translation>部署文件已指定目标，此外又另外指定了一个</translation>
    </message>
    <message>
        <source>Change `hardware` in %1, or name a model (.onnx) instead of a deployment file.</source>
        <translation>请修改 %1 中的 `hardware`，或指定模型（.onnx）而不是部署文件。</translation>
    </message>
    <message>
        <source>%1 is a model, so the plainest deployment is used: %2, lowest median latency, outputs close to the original&apos;s. Its YAML is kept in the session, to write data and limits into</source>
        <translation>%1 是模型，因此使用最简单的部署：%2，最低的中位延迟，输出接近原始模型。其 YAML 保存在会话中，可写入数据和限制</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Go on with: %1</source>
        <translation>继续运行：%1</translation>
    </message>
    <message>
        <source>%1: unknown device &apos;%2&apos;</source>
        <translation>%1：未知的设备“%2”</translation>
    </message>
    <message>
        <source>Known: local, which is this machine. For a profile write `hardware:` instead of `device:`; results are then simulated.</source>
        <translation>已知：local，即本机。若要使用硬件档案，请写 `hardware:` 而不是 `device:`；结果将为仿真。</translation>
    </message>
    <message>
        <source>the environment changed since the session in %1 was begun (%2). Its %3 earlier comparisons are kept in the record but not reused: candidates are measured again</source>
        <translation>%1 中的会话开始后环境发生了变化（%2）。其先前的 %3 次比较保留在记录中但不再使用：候选将重新测量</translation>
    </message>
    <message>
        <source>%1 already holds a session</source>
        <translation>%1 已有一个会话</translation>
    </message>
    <message>
        <source>Go on with --resume, or choose another folder with --out.</source>
        <translation>请用 --resume 继续，或用 --out 选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 holds no session to resume</source>
        <translation>%1 中没有可继续的会话</translation>
    </message>
    <message>
        <source>Name the session&apos;s folder with --out, or leave --resume away.</source>
        <translation>请用 --out 指定会话文件夹，或去掉 --resume。</translation>
    </message>
    <message>
        <source>the model changed since the session in %1 was begun</source>
        <translation>%1 中的会话开始后模型发生了变化</translation>
    </message>
    <message>
        <source>Begin a new session in another folder.</source>
        <translation>请在其他文件夹中开始新会话。</translation>
    </message>
    <message>
        <source>%1: it declares opset %2, this ONNX Runtime reads up to opset %3</source>
        <translation>%1：它声明 opset %2，此 ONNX Runtime 最高支持 opset %3</translation>
    </message>
    <message>
        <source>%1: it declares IR version %2, this ONNX Runtime reads up to %3</source>
        <translation>%1：它声明 IR 版本 %2，此 ONNX Runtime 最高支持 %3</translation>
    </message>
    <message>
        <source>Export it with %1 or older, or install a newer ONNX Runtime.</source>
        <translation>请用 %1 或更早的版本导出，或安装更新的 ONNX Runtime。</translation>
    </message>
    <message>
        <source>it declares opset %1</source>
        <translation>它声明 opset %1</translation>
    </message>
    <message>
        <source>it declares no opset for the standard operators</source>
        <translation>它没有为标准算子声明 opset</translation>
    </message>
    <message>
        <source>%1: %2, so no operator in it is defined</source>
        <translation>%1：%2，因此其中没有任何算子有定义</translation>
    </message>
    <message>
        <source>Opsets count from 1. Export the model again with a current one.</source>
        <translation>opset 从 1 开始。请用当前的 opset 重新导出模型。</translation>
    </message>
    <message>
        <source>%1: ONNX Runtime has no operator %2 in %3; it is needed by %4 %5</source>
        <translation>%1：ONNX Runtime 在 %3 中没有算子 %2；%4 %5 需要它</translation>
    </message>
    <message>
        <source>Replace the operator before the export, or use a runtime that has it.</source>
        <translation>请在导出前替换该算子，或使用支持它的运行时。</translation>
    </message>
    <message>
        <source>it declares no opset, so no operator in it is defined</source>
        <translation>它没有声明 opset，因此其中没有任何算子有定义</translation>
    </message>
    <message>
        <source>Export the model again; every exporter declares the opset it writes.</source>
        <translation>请重新导出模型；每个导出器都会声明所写的 opset。</translation>
    </message>
    <message>
        <source>%1 cannot run it: %2</source>
        <translation>%1 无法运行它：%2</translation>
    </message>
    <message>
        <source>Choose another target, or let the search rewrite the model.</source>
        <translation>请选择其他目标，或让搜索改写模型。</translation>
    </message>
    <message>
        <source>this machine, not probed yet</source>
        <translation>本机，尚未探测</translation>
    </message>
    <message>
        <source>waiting: process %1 measures (%2)</source>
        <translation>等待中：进程 %1 正在测量（%2）</translation>
    </message>
    <message>
        <source>the original itself was chosen: there is nothing to compare it with</source>
        <translation>选择的是原始模型本身：没有可比较的对象</translation>
    </message>
    <message>
        <source>tensors inside were not compared: %1</source>
        <translation>未比较内部张量：%1</translation>
    </message>
    <message>
        <source>layers were not examined: %1</source>
        <translation>未检查各层：%1</translation>
    </message>
    <message>
        <source>reading the model and its data</source>
        <translation>正在读取模型及其数据</translation>
    </message>
    <message>
        <source>measuring in turn with the original</source>
        <translation>正在与原始模型交替测量</translation>
    </message>
    <message>
        <source>running both models</source>
        <translation>正在运行两个模型</translation>
    </message>
    <message>
        <source>looking for the first tensor that differs</source>
        <translation>正在查找第一个有差异的张量</translation>
    </message>
    <message>
        <source>the model does not run: %1</source>
        <translation>模型无法运行：%1</translation>
    </message>
    <message>
        <source>%1 latency %2 ms (%3, wall clock, %4), limit %5 ms</source>
        <translation>%1 延迟 %2 ms（%3，挂钟时间，%4），限制 %5 ms</translation>
    </message>
    <message>
        <source>the gate compares with the original model, and none is named</source>
        <translation>门限与原始模型比较，但没有指定原始模型</translation>
    </message>
    <message>
        <source>Name it with --reference, or use --metric top1 or map50 with --min.</source>
        <translation>请用 --reference 指定，或使用 --metric top1 或 map50 并配合 --min。</translation>
    </message>
    <message>
        <source>the metric %1 needs labelled data</source>
        <translation>指标 %1 需要带标签的数据</translation>
    </message>
    <message>
        <source>Name validation data with --validation.</source>
        <translation>请用 --validation 指定验证数据。</translation>
    </message>
    <message>
        <source>running the original on the validation data</source>
        <translation>正在用验证数据运行原始模型</translation>
    </message>
    <message>
        <source>running the model on the validation data</source>
        <translation>正在用验证数据运行模型</translation>
    </message>
    <message>
        <source>%1 holds no decision yet (state: %2)</source>
        <translation>%1 尚无决定（状态：%2）</translation>
    </message>
    <message>
        <source>%1 holds no decision yet</source>
        <translation>%1 尚无决定</translation>
    </message>
    <message>
        <source>Finish it with: metainfer adapt … --resume</source>
        <translation>请用以下命令完成：metainfer adapt … --resume</translation>
    </message>
    <message>
        <source>Finish it with: metainfer adapt --resume</source>
        <translation>请用以下命令完成：metainfer adapt --resume</translation>
    </message>
    <message>
        <source>%1 drops by %2, limit %3</source>
        <translation>%1 下降 %2，限制 %3</translation>
    </message>
    <message>
        <source>p95 latency %1 ms (%2), limit %3 ms</source>
        <translation>p95 延迟 %1 ms（%2），限制 %3 ms</translation>
    </message>
    <message>
        <source>the model has no dynamic dimension &quot;%1&quot;</source>
        <translation>模型没有动态维度“%1”</translation>
    </message>
    <message>
        <source>All its input sizes are fixed: leave --dim away.</source>
        <translation>其输入尺寸全部固定：请去掉 --dim。</translation>
    </message>
    <message>
        <source>ONNX Runtime cannot run it: %1</source>
        <translation>ONNX Runtime 无法运行它：%1</translation>
    </message>
    <message>
        <source>what it computes is no number: NaN stands in the weights %1. Export the model again from sound weights.</source>
        <translation>它算出的不是数：权重 %1 中含 NaN。请用正常的权重重新导出模型。</translation>
    </message>
    <message>
        <source>%1 takes static shapes only: the dynamic dimension %2 must be bound.</source>
        <translation>%1 只接受静态形状：动态维度 %2 必须固定。</translation>
    </message>
    <message>
        <source>%1 takes static shapes only: the dynamic dimensions %2 must be bound.</source>
        <translation>%1 只接受静态形状：动态维度 %2 必须固定。</translation>
    </message>
    <message>
        <source>model format, checker, shape inference</source>
        <translation>模型格式、检查器、形状推断</translation>
    </message>
    <message>
        <source>profiles and deployments</source>
        <translation>硬件档案与部署</translation>
    </message>
    <message>
        <source>learned operator model</source>
        <translation>学习的算子模型</translation>
    </message>
    <message>
        <source>executing models</source>
        <translation>执行模型</translation>
    </message>
    <message>
        <source>measuring the other model</source>
        <translation>正在测量另一个模型</translation>
    </message>
    <message>
        <source>the first sample of %1</source>
        <translation>%1 的第一个样本</translation>
    </message>
    <message>
        <source>seeded random values</source>
        <translation>固定种子的随机值</translation>
    </message>
    <message>
        <source>A size is a whole number of at least 1.</source>
        <translation>尺寸是至少为 1 的整数。</translation>
    </message>
    <message>
        <source>the model&apos;s input sizes are not fixed (%1)</source>
        <translation>模型的输入尺寸未固定（%1）</translation>
    </message>
    <message>
        <source>Give the sizes to run it at: %1, or data with --inputs.</source>
        <translation>请给出运行时的尺寸：%1，或用 --inputs 提供数据。</translation>
    </message>
    <message>
        <source>Give the sizes to run it at: %1</source>
        <translation>请给出运行时的尺寸：%1</translation>
    </message>
    <message>
        <source>%1 has the input &quot;%2&quot;, which %3 does not have</source>
        <translation>%1 有输入“%2”，而 %3 没有</translation>
    </message>
    <message>
        <source>Two models can be compared when their inputs have the same names. %1 has: %2.</source>
        <translation>两个模型的输入名称相同才能比较。%1 有：%2。</translation>
    </message>
    <message>
        <source>unknown operator family &quot;%1&quot;</source>
        <translation>未知的算子族“%1”</translation>
    </message>
    <message>
        <source>unknown data type &quot;%1&quot;</source>
        <translation>未知的数据类型“%1”</translation>
    </message>
    <message>
        <source>no operator of the %1 suite that was asked for has &quot;%2&quot; in its shapes</source>
        <translation>所要求的 %1 套件中没有形状含“%2”的算子</translation>
    </message>
    <message>
        <source>Write a part of what the rows of an earlier probe show, for example &quot;Conv 1x64x56x56&quot;; the full suite has the most shapes.</source>
        <translation>请写入先前探测行中的一部分，例如“Conv 1x64x56x56”；full 套件的形状最多。</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>没有文件夹 %1</translation>
    </message>
    <message>
        <source>Make it first, or write somewhere else.</source>
        <translation>请先创建，或写入其他位置。</translation>
    </message>
    <message>
        <source>the name of a profile ends in .yaml</source>
        <translation>硬件档案的文件名以 .yaml 结尾</translation>
    </message>
    <message>
        <source>Write NAME@NUMBER, for example local@2; see `metainfer profile history`.</source>
        <translation>请写 NAME@NUMBER，例如 local@2；参见 `metainfer profile history`。</translation>
    </message>
    <message>
        <source>static int8 needs calibration data</source>
        <translation>静态 int8 需要校准数据</translation>
    </message>
    <message>
        <source>Name it with --calibration, or choose --scheme int8_dynamic.</source>
        <translation>请用 --calibration 指定，或选择 --scheme int8_dynamic。</translation>
    </message>
    <message>
        <source>rewriting, calibrating and quantizing</source>
        <translation>正在改写、校准和量化</translation>
    </message>
    <message>
        <source>comparing the outputs</source>
        <translation>正在比较输出</translation>
    </message>
    <message>
        <source>%1 sessions are %2 reports</source>
        <translation>%1 个会话即 %2 份报告</translation>
    </message>
    <message>
        <source>rules that compute (constant folding) decline: %1</source>
        <translation>需要计算的规则（常量折叠）不适用：%1</translation>
    </message>
    <message>
        <source>run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a libonnxruntime.so</source>
        <translation>请运行 packaging/fetch-onnxruntime，或将 METAINFER_ONNXRUNTIME 设为某个 libonnxruntime.so</translation>
    </message>
    <message>
        <source>run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a libonnxruntime.so; metainfer doctor says what is there</source>
        <translation>请运行 packaging/fetch-onnxruntime，或将 METAINFER_ONNXRUNTIME 设为某个 libonnxruntime.so；metainfer doctor 会说明现有情况</translation>
    </message>
    <message>
        <source>%1, loaded by default</source>
        <translation>%1，默认加载</translation>
    </message>
    <message>
        <source>loaded by default</source>
        <translation>默认加载</translation>
    </message>
    <message>
        <source>remove it or point METAINFER_ONNXRUNTIME at one that loads</source>
        <translation>请移除它，或让 METAINFER_ONNXRUNTIME 指向能加载的库</translation>
    </message>
    <message>
        <source>no library was found on this machine</source>
        <translation>本机未找到库</translation>
    </message>
    <message>
        <source>loaded a model in ONNX Runtime %1 (%2)</source>
        <translation>已在 ONNX Runtime %1 中加载模型（%2）</translation>
    </message>
    <message>
        <source>install the program again; see --log-level debug</source>
        <translation>请重新安装程序；参见 --log-level debug</translation>
    </message>
    <message>
        <source>%1, version %2, protocol %3, answers</source>
        <translation>%1，版本 %2，协议 %3，可应答</translation>
    </message>
    <message>
        <source>install the program and its agent from the same version</source>
        <translation>请安装同一版本的程序及其代理</translation>
    </message>
    <message>
        <source>%1: cannot be written (%2)</source>
        <translation>%1：无法写入（%2）</translation>
    </message>
    <message>
        <source>make %1 writable, or set %2</source>
        <translation>请让 %1 可写，或设置 %2</translation>
    </message>
    <message>
        <source>%1, writable</source>
        <translation>%1，可写</translation>
    </message>
    <message>
        <source>%1, writable, %2 GiB free</source>
        <translation>%1，可写，剩余 %2 GiB</translation>
    </message>
    <message>
        <source>%1, will be made when needed, %2 GiB free</source>
        <translation>%1，需要时会创建，剩余 %2 GiB</translation>
    </message>
    <message>
        <source>%1, will be made when needed</source>
        <translation>%1，需要时会创建</translation>
    </message>
    <message>
        <source>will be made when needed</source>
        <translation>需要时会创建</translation>
    </message>
    <message>
        <source>free some space, or set %1 to another disk</source>
        <translation>请腾出空间，或将 %1 设到其他磁盘</translation>
    </message>
    <message>
        <source>%1 hardware profiles are known by name</source>
        <translation>已知 %1 个具名硬件档案</translation>
    </message>
    <message>
        <source>set METAINFER_PROFILES to the folder of profiles</source>
        <translation>请将 METAINFER_PROFILES 设为硬件档案文件夹</translation>
    </message>
    <message>
        <source>this machine was probed: revision %1 of %2</source>
        <translation>本机已探测：%2 的版本 %1</translation>
    </message>
    <message>
        <source>this machine has not been probed: predictions for it are rough</source>
        <translation>本机尚未探测：对它的预测较粗略</translation>
    </message>
    <message>
        <source>metainfer probe local (about two minutes)</source>
        <translation>metainfer probe local（约两分钟）</translation>
    </message>
    <message>
        <source>%1: neighbours can slow measurements down</source>
        <translation>%1：邻居可能使测量变慢</translation>
    </message>
    <message>
        <source>rely on interleaved comparisons; absolute times carry a grade</source>
        <translation>请以交替比较为准；绝对时间带有等级</translation>
    </message>
    <message>
        <source>the governor cannot be read here; clock changes show in the grade only</source>
        <translation>此处无法读取调速器；时钟变化只体现在等级中</translation>
    </message>
    <message>
        <source>set the governor to performance for steadier absolute times</source>
        <translation>将调速器设为 performance，可使绝对时间更稳定</translation>
    </message>
    <message>
        <source>other work runs on this machine: absolute times will be graded NOISY</source>
        <translation>本机正在运行其他任务：绝对时间将被评为 NOISY</translation>
    </message>
    <message>
        <source>%1: process %2 measures (%3) since %4</source>
        <translation>%1：进程 %2 自 %4 起正在测量（%3）</translation>
    </message>
    <message>
        <source>measurements wait until it is done</source>
        <translation>测量会等待它结束</translation>
    </message>
    <message>
        <source>shape of computation</source>
        <translation>计算的形状</translation>
    </message>
    <message>
        <source>searching the graph, %1 of %2 measured, best %3 of the time</source>
        <translation>正在搜索图变体：已测量 %1/%2，最佳耗时为 %3</translation>
    </message>
    <message>
        <source>searching the mapping, best %1 of the time</source>
        <translation>正在搜索映射，最佳耗时为 %1</translation>
    </message>
    <message>
        <source>%1, which the model does not import</source>
        <translation>%1，而模型没有导入它</translation>
    </message>
    <message>
        <source>Write for example: -o %1</source>
        <translation>例如写：-o %1</translation>
    </message>
    <message>
        <source>%1 (the calibration data: expect a little less on others)</source>
        <translation>%1（即校准数据：在其他数据上会略低）</translation>
    </message>
    <message>
        <source>unknown kind of report &quot;%1&quot;</source>
        <translation>未知的报告种类“%1”</translation>
    </message>
    <message>
        <source>Name a folder for them with -o.</source>
        <translation>请用 -o 为它们指定文件夹。</translation>
    </message>
    <message>
        <source>%1 in %2, %3 of at most %4</source>
        <translation>%2 中 %1 个，占用 %3，上限 %4</translation>
    </message>
    <message>
        <source>time for done</source>
        <translation>完成用时</translation>
    </message>
    <message>
        <source>comparing outputs</source>
        <translation>正在比较输出</translation>
    </message>
    <message>
        <source>cannot copy %1 to %2: %3</source>
        <translation>无法将 %1 复制到 %2：%3</translation>
    </message>
    <message>
        <source>profiling operators</source>
        <translation>正在剖析算子</translation>
    </message>
    <message>
        <source>model files</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>experience store</source>
        <translation>经验库</translation>
    </message>
    <message>
        <source>evolutionary search</source>
        <translation>进化搜索</translation>
    </message>
    <message>
        <source>processor topology</source>
        <translation>处理器拓扑</translation>
    </message>
    <message>
        <source>unknown format %1</source>
        <translation>未知的格式 %1</translation>
    </message>
    <message>
        <source>unknown format &quot;%1&quot;</source>
        <translation>未知的格式“%1”</translation>
    </message>
    <message>
        <source>sent files</source>
        <translation>已发送的文件</translation>
    </message>
    <message>
        <source>own profiles</source>
        <translation>自有硬件档案</translation>
    </message>
    <message>
        <source>temporary files</source>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>profiles</source>
        <translation>硬件档案</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>virtualisation</source>
        <translation>虚拟化</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>probe</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>runner</source>
        <translation>运行进程</translation>
    </message>
    <message>
        <source>machine lock</source>
        <translation>机器锁</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, %2 usable cores, %3</source>
        <translation>%1，%2 个可用核，%3</translation>
    </message>
    <message>
        <source>governor %1, %2 MHz</source>
        <translation>调速器 %1，%2 MHz</translation>
    </message>
    <message>
        <source>load average %1</source>
        <translation>平均负载 %1</translation>
    </message>
    <message>
        <source>%1, free</source>
        <translation>%1，空闲</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>hand-tuned</source>
        <translation>手动调优</translation>
    </message>
    <message>
        <source>max supported IR version</source>
        <translation>支持的最高 IR 版本</translation>
    </message>
    <message>
        <source>candidates measured before: %1, dropped out: %2</source>
        <translation>此前已测量候选：%1，淘汰：%2</translation>
    </message>
    <message>
        <source>the best so far: %1 with %2 of the original&apos;s score</source>
        <translation>目前最佳：%1，得分为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 is not a deployment: it must be a mapping</source>
        <translation>%1 不是部署文件：它必须是映射</translation>
    </message>
    <message>
        <source>Start with `deployment:`.</source>
        <translation>请以 `deployment:` 开头。</translation>
    </message>
    <message>
        <source>indent everything under `deployment:`</source>
        <translation>请把所有内容缩进到 `deployment:` 之下</translation>
    </message>
    <message>
        <source>%1 is %2, this program reads up to %3</source>
        <translation>%1 为 %2，此程序最高支持 %3</translation>
    </message>
    <message>
        <source>Use a newer version of the program.</source>
        <translation>请使用更新版本的程序。</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;, so this is no deployment (%3)</source>
        <translation>%1 为“%2”，因此这不是部署文件（%3）</translation>
    </message>
    <message>
        <source>Check that this is the file you meant.</source>
        <translation>请确认这是想要的文件。</translation>
    </message>
    <message>
        <source>write the path of the ONNX file or the name of a sample model</source>
        <translation>请写入 ONNX 文件的路径或示例模型的名称</translation>
    </message>
    <message>
        <source>%1 stands beside `hardware`; it must be one of them</source>
        <translation>%1 与 `hardware` 同时出现；只能有其中之一</translation>
    </message>
    <message>
        <source>keep `device` to measure, `hardware` to simulate a profile</source>
        <translation>要实测请保留 `device`，要仿真硬件档案请保留 `hardware`</translation>
    </message>
    <message>
        <source>%1 names neither `hardware` nor `device`</source>
        <translation>%1 既没有 `hardware` 也没有 `device`</translation>
    </message>
    <message>
        <source>names neither `hardware` nor `device`</source>
        <translation>既没有 `hardware` 也没有 `device`</translation>
    </message>
    <message>
        <source>write `device: local` for this machine, or `hardware:` with the name or path of a profile</source>
        <translation>本机请写 `device: local`，否则写 `hardware:` 及硬件档案的名称或路径</translation>
    </message>
    <message>
        <source>%1 stands beside `optimization_objective`; it must be one of them</source>
        <translation>%1 与 `optimization_objective` 同时出现；只能有其中之一</translation>
    </message>
    <message>
        <source>keep the one that you mean</source>
        <translation>请保留想要的那个</translation>
    </message>
    <message>
        <source>%1 has no objective</source>
        <translation>%1 没有目标</translation>
    </message>
    <message>
        <source>has no objective</source>
        <translation>没有目标</translation>
    </message>
    <message>
        <source>write `optimization_objective: {primary: p95_latency}` or a list `objectives:`</source>
        <translation>请写 `optimization_objective: {primary: p95_latency}` 或列表 `objectives:`</translation>
    </message>
    <message>
        <source>write for example `primary: p95_latency`</source>
        <translation>例如写 `primary: p95_latency`</translation>
    </message>
    <message>
        <source>%1 is the same as the primary objective</source>
        <translation>%1 与主要目标相同</translation>
    </message>
    <message>
        <source>choose another metric, or remove it</source>
        <translation>请选择其他指标，或将其删除</translation>
    </message>
    <message>
        <source>%1 is empty; it needs at least one entry</source>
        <translation>%1 为空；至少需要一项</translation>
    </message>
    <message>
        <source>write `- {metric: p95_latency, weight: 1}`</source>
        <translation>请写 `- {metric: p95_latency, weight: 1}`</translation>
    </message>
    <message>
        <source>write for example `metric: p95_latency`</source>
        <translation>例如写 `metric: p95_latency`</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be %3 for %4</source>
        <translation>%1 为“%2”；对 %4 必须为 %3</translation>
    </message>
    <message>
        <source>remove the key: each metric knows its direction</source>
        <translation>请删除该键：每个指标都有自己的方向</translation>
    </message>
    <message>
        <source>%1 names a metric that stands above already</source>
        <translation>%1 指定的指标上文已有</translation>
    </message>
    <message>
        <source>merge the two</source>
        <translation>请合并两者</translation>
    </message>
    <message>
        <source>name config, calibration or profile, or remove the key to get all</source>
        <translation>请写 config、calibration 或 profile，或删除该键以得到全部</translation>
    </message>
    <message>
        <source>write a name pattern or a scope, for example `nodes: encoder/*`</source>
        <translation>请写名称模式或作用域，例如 `nodes: encoder/*`</translation>
    </message>
    <message>
        <source>%1 says nothing about its nodes</source>
        <translation>%1 没有说明对其节点的要求</translation>
    </message>
    <message>
        <source>give `intent`, `layout` or `precisions`</source>
        <translation>请给出 `intent`、`layout` 或 `precisions`</translation>
    </message>
    <message>
        <source>%1 is &apos;command&apos;, but there is no command</source>
        <translation>%1 为 &apos;command&apos;，但没有给出命令</translation>
    </message>
    <message>
        <source>give `command:` a program that takes a model path and prints a JSON metric</source>
        <translation>请在 `command:` 中给出程序，它接受模型路径并输出 JSON 指标</translation>
    </message>
    <message>
        <source>%1 has no effect with metric &apos;%2&apos;</source>
        <translation>%1 对指标“%2”不起作用</translation>
    </message>
    <message>
        <source>write `metric: command`, or remove the command</source>
        <translation>请写 `metric: command`，或删除该命令</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;, which needs validation data</source>
        <translation>%1 为“%2”，它需要验证数据</translation>
    </message>
    <message>
        <source>give `validation:` a file or folder with labels</source>
        <translation>请在 `validation:` 中给出带标签的文件或文件夹</translation>
    </message>
    <message>
        <source>%1 is the same data as `calibration`</source>
        <translation>%1 与 `calibration` 是同一数据</translation>
    </message>
    <message>
        <source>validate on data that calibration never sees</source>
        <translation>请用校准从未见过的数据验证</translation>
    </message>
    <message>
        <source>%1 must be a mapping of dimension names to sizes</source>
        <translation>%1 必须是维度名到尺寸的映射</translation>
    </message>
    <message>
        <source>write for example `{batch: 1, sequence: 128}`</source>
        <translation>例如写 `{batch: 1, sequence: 128}`</translation>
    </message>
    <message>
        <source>%1 must be a list of sizes</source>
        <translation>%1 必须是尺寸的列表</translation>
    </message>
    <message>
        <source>write for example [1, 3, 224, 224]</source>
        <translation>例如写 [1, 3, 224, 224]</translation>
    </message>
    <message>
        <source>%1 must be a mapping from input names</source>
        <translation>%1 必须是以输入名为键的映射</translation>
    </message>
    <message>
        <source>write for example `image: {shape: [1, 3, 224, 224]}`</source>
        <translation>例如写 `image: {shape: [1, 3, 224, 224]}`</translation>
    </message>
    <message>
        <source>%1 stands beside `file`; it must be one of them</source>
        <translation>%1 与 `file` 同时出现；只能有其中之一</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>请删除其中之一</translation>
    </message>
    <message>
        <source>%1 is %2; it must be above low = %3</source>
        <translation>%1 为 %2；必须大于 low = %3</translation>
    </message>
    <message>
        <source>swap the two</source>
        <translation>请交换两者</translation>
    </message>
    <message>
        <source>%1 stands twice: under `deployment` and at the top</source>
        <translation>%1 出现两次：在 `deployment` 之下和在顶层</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;, which is neither a rewrite rule nor a group of them</source>
        <translation>%1 为“%2”，既不是改写规则也不是规则组</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be rows x columns</source>
        <translation>%1 为“%2”；必须是“行x列”</translation>
    </message>
    <message>
        <source>write for example 2x1</source>
        <translation>例如写 2x1</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be an operator, with a type or without</source>
        <translation>%1 为“%2”；必须是算子，可带类型</translation>
    </message>
    <message>
        <source>write for example Concat or Conv(int8)</source>
        <translation>例如写 Concat 或 Conv(int8)</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; its type must be one of: %3</source>
        <translation>%1 为“%2”；其类型必须是：%3</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be a time above 0</source>
        <translation>%1 为“%2”；必须是大于 0 的时间</translation>
    </message>
    <message>
        <source>write for example 90s, 30m or 1h30m</source>
        <translation>例如写 90s、30m 或 1h30m</translation>
    </message>
    <message>
        <source>%1 is %2, but batch_size is %3</source>
        <translation>%1 为 %2，但 batch_size 为 %3</translation>
    </message>
    <message>
        <source>give both the same value, or remove one</source>
        <translation>请给两者相同的值，或删除其一</translation>
    </message>
    <message>
        <source>batch size %1 is above max_batch_size %2</source>
        <translation>批大小 %1 超过 max_batch_size %2</translation>
    </message>
    <message>
        <source>deploy a smaller batch, or raise the limit</source>
        <translation>请部署更小的批大小，或提高上限</translation>
    </message>
    <message>
        <source>%1 is %2, but the deployed batch size is %3: what is fastest at one need not be at the other</source>
        <translation>%1 为 %2，但部署的批大小为 %3：在一种批大小下最快的，在另一种下未必最快</translation>
    </message>
    <message>
        <source>search with the deployed size, or say why not with `batch_size_reason:`</source>
        <translation>请用部署的批大小搜索，或用 `batch_size_reason:` 说明原因</translation>
    </message>
    <message>
        <source>cannot write the deployment as YAML: %1</source>
        <translation>无法将部署写成 YAML：%1</translation>
    </message>
    <message>
        <source>%1: there is no model &quot;%2&quot;</source>
        <translation>%1：没有模型“%2”</translation>
    </message>
    <message>
        <source>%1: there is no model %2</source>
        <translation>%1：没有模型 %2</translation>
    </message>
    <message>
        <source>there is no model &quot;%1&quot;</source>
        <translation>没有模型“%1”</translation>
    </message>
    <message>
        <source>there is no model %1</source>
        <translation>没有模型 %1</translation>
    </message>
    <message>
        <source>Give a path relative to the deployment file, or the name of a sample model.</source>
        <translation>请给出相对于部署文件的路径，或示例模型的名称。</translation>
    </message>
    <message>
        <source>Give a path, or the name of a sample model.</source>
        <translation>请给出路径，或示例模型的名称。</translation>
    </message>
    <message>
        <source>%1: the last line is incomplete and is left out</source>
        <translation>%1：最后一行不完整，已略去</translation>
    </message>
    <message>
        <source>%1: left out, not readable: %2</source>
        <translation>%1：无法读取，已略去：%2</translation>
    </message>
    <message>
        <source>it holds no JSON object</source>
        <translation>其中没有 JSON 对象</translation>
    </message>
    <message>
        <source>%1: the line of %2 is lost; it is shown as its measurement tells it</source>
        <translation>%1：%2 的那一行已丢失；按其测量记录显示</translation>
    </message>
    <message>
        <source>%1: two candidates are called %2; the earlier one is shown as %3</source>
        <translation>%1：有两个候选都名为 %2；较早的一个显示为 %3</translation>
    </message>
    <message>
        <source>%1 is no session folder: it has no session.json</source>
        <translation>%1 不是会话文件夹：其中没有 session.json</translation>
    </message>
    <message>
        <source>there is no folder %1: it was moved or deleted, or never written</source>
        <translation>文件夹 %1 不存在：它已被移动或删除，或从未写入</translation>
    </message>
    <message>
        <source>Name the folder that `adapt` wrote.</source>
        <translation>请指定 `adapt` 写入的文件夹。</translation>
    </message>
    <message>
        <source>session.json is %1, this program reads up to %2</source>
        <translation>session.json 为 %1，此程序最高支持 %2</translation>
    </message>
    <message>
        <source>session.json has no schema session/1, so this is no session folder</source>
        <translation>session.json 没有模式 session/1，因此这不是会话文件夹</translation>
    </message>
    <message>
        <source>session.json: state &quot;%1&quot; is not a state of a session</source>
        <translation>session.json：“%1”不是会话的状态</translation>
    </message>
    <message>
        <source>a measurement without kind or key</source>
        <translation>测量缺少种类或键</translation>
    </message>
    <message>
        <source>%1 holds a session already</source>
        <translation>%1 已有一个会话</translation>
    </message>
    <message>
        <source>Resume it with --resume, or choose another folder.</source>
        <translation>请用 --resume 继续，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 is not empty (it holds %2) and is no session folder</source>
        <translation>%1 不为空（含 %2），且不是会话文件夹</translation>
    </message>
    <message>
        <source>session %1 is being written by another process</source>
        <translation>会话 %1 正由其他进程写入</translation>
    </message>
    <message>
        <source>Wait until it ends, or choose another folder.</source>
        <translation>请等待其结束，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 is no session folder</source>
        <translation>%1 不是会话文件夹</translation>
    </message>
    <message>
        <source>session %1 is done, there is nothing to resume</source>
        <translation>会话 %1 已完成，没有可继续的内容</translation>
    </message>
    <message>
        <source>Read its report, or start a new session.</source>
        <translation>请查看其报告，或开始新会话。</translation>
    </message>
    <message>
        <source>a session cannot go from %1 to %2</source>
        <translation>会话不能从 %1 转到 %2</translation>
    </message>
    <message>
        <source>a measurement needs a kind and a key</source>
        <translation>测量需要种类和键</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot name a profile</source>
        <translation>“%1”不能作为剖析的名称</translation>
    </message>
    <message>
        <source>start the file with `hardware:` and indent the fields under it</source>
        <translation>请以 `hardware:` 开头，并把各字段缩进其下</translation>
    </message>
    <message>
        <source>resumed in state %1 with %2 candidates and %3 measurements</source>
        <translation>在状态 %1 下继续，有 %2 个候选和 %3 次测量</translation>
    </message>
    <message>
        <source>environment is not a JSON object</source>
        <translation>环境不是 JSON 对象</translation>
    </message>
    <message>
        <source>environment: `%1` is not a text</source>
        <translation>环境：`%1` 不是文本</translation>
    </message>
    <message>
        <source>gain of int8 over fp32</source>
        <translation>int8 相对 fp32 的增益</translation>
    </message>
    <message>
        <source>main memory bandwidth</source>
        <translation>主存带宽</translation>
    </message>
    <message>
        <source>main memory size</source>
        <translation>主存容量</translation>
    </message>
    <message>
        <source>on-chip memory size</source>
        <translation>片上存储容量</translation>
    </message>
    <message>
        <source>on-chip memory bandwidth</source>
        <translation>片上存储带宽</translation>
    </message>
    <message>
        <source>machine balance (operations per byte)</source>
        <translation>机器平衡点（每字节运算数）</translation>
    </message>
    <message>
        <source>support of dynamic shapes</source>
        <translation>动态形状支持</translation>
    </message>
    <message>
        <source>support of floating point</source>
        <translation>浮点支持</translation>
    </message>
    <message>
        <source>kind of device</source>
        <translation>设备种类</translation>
    </message>
    <message>
        <source>speed class of %1</source>
        <translation>%1 的速度等级</translation>
    </message>
    <message>
        <source>known of one side only: %1</source>
        <translation>仅一方已知：%1</translation>
    </message>
    <message>
        <source>line %1: a quoted cell does not end</source>
        <translation>第 %1 行：带引号的单元格没有结束</translation>
    </message>
    <message>
        <source>line %1, column %2: `%3` is not a number</source>
        <translation>第 %1 行第 %2 列：`%3` 不是数</translation>
    </message>
    <message>
        <source>line 1: the column `%1` is missing</source>
        <translation>第 1 行：缺少列 `%1`</translation>
    </message>
    <message>
        <source>probe tables start with a line of column names</source>
        <translation>探测表以一行列名开头</translation>
    </message>
    <message>
        <source>line %1: %2 cells, the header has %3</source>
        <translation>第 %1 行：有 %2 个单元格，表头有 %3 个</translation>
    </message>
    <message>
        <source>shapes `%1` are not of the form `%2`</source>
        <translation>形状 `%1` 不符合格式 `%2`</translation>
    </message>
    <message>
        <source>probe row is not a JSON object</source>
        <translation>探测行不是 JSON 对象</translation>
    </message>
    <message>
        <source>probe row without `op`</source>
        <translation>探测行缺少 `op`</translation>
    </message>
    <message>
        <source>probe row: `status` is `%1`, legal: ok, fail, timeout, crash</source>
        <translation>探测行：`status` 为 `%1`，合法值：ok、fail、timeout、crash</translation>
    </message>
    <message>
        <source>`schema` is `%1`, legal: metainfer.probe/1</source>
        <translation>`schema` 为 `%1`，合法值：metainfer.probe/1</translation>
    </message>
    <message>
        <source>probe data without the list `rows`</source>
        <translation>探测数据缺少列表 `rows`</translation>
    </message>
    <message>
        <source>no hardware profile at &apos;%1&apos;</source>
        <translation>“%1”处没有硬件档案</translation>
    </message>
    <message>
        <source>check the path, or give the name of a known profile: %1</source>
        <translation>请检查路径，或给出已知硬件档案的名称：%1</translation>
    </message>
    <message>
        <source>there is no hardware profile &apos;%1&apos;</source>
        <translation>没有硬件档案“%1”</translation>
    </message>
    <message>
        <source>this machine has no profile yet: it was not probed</source>
        <translation>本机尚无硬件档案：尚未探测</translation>
    </message>
    <message>
        <source>Run `metainfer probe local` first.</source>
        <translation>请先运行 `metainfer probe local`。</translation>
    </message>
    <message>
        <source>no profiles were found; set METAINFER_PROFILES to their folder, or give a path to a YAML file</source>
        <translation>未找到硬件档案；请将 METAINFER_PROFILES 设为其文件夹，或给出 YAML 文件的路径</translation>
    </message>
    <message>
        <source>a new revision of a profile needs a reason</source>
        <translation>硬件档案的新版本需要理由</translation>
    </message>
    <message>
        <source>say in a few words what changed and why</source>
        <translation>请简要说明改了什么、为什么</translation>
    </message>
    <message>
        <source>%1 has no revision %2</source>
        <translation>%1 没有版本 %2</translation>
    </message>
    <message>
        <source>rolled back to revision %1</source>
        <translation>回滚到版本 %1</translation>
    </message>
    <message>
        <source>%1 is %2; it must be above 0</source>
        <translation>%1 为 %2；必须大于 0</translation>
    </message>
    <message>
        <source>correct the value, or remove the key when it is not known</source>
        <translation>请修正该值；如果不知道，请删除该键</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>它没有名称</translation>
    </message>
    <message>
        <source>add `name:` under `hardware:`</source>
        <translation>请在 `hardware:` 下添加 `name:`</translation>
    </message>
    <message>
        <source>%1 is given, but compute.supported_dtypes lacks %2</source>
        <translation>给出了 %1，但 compute.supported_dtypes 中没有 %2</translation>
    </message>
    <message>
        <source>add the type to supported_dtypes or remove the rate</source>
        <translation>请将该类型加入 supported_dtypes，或删除该速率</translation>
    </message>
    <message>
        <source>compute.scaling must ascend in cores</source>
        <translation>compute.scaling 的核数必须递增</translation>
    </message>
    <message>
        <source>sort the points by cores</source>
        <translation>请按核数排序各点</translation>
    </message>
    <message>
        <source>a level of memory.hierarchy has no name</source>
        <translation>memory.hierarchy 中有一级没有名称</translation>
    </message>
    <message>
        <source>add `level:` to each entry</source>
        <translation>请给每一项添加 `level:`</translation>
    </message>
    <message>
        <source>%1 is given twice</source>
        <translation>%1 给出了两次</translation>
    </message>
    <message>
        <source>name each level once</source>
        <translation>每一级只命名一次</translation>
    </message>
    <message>
        <source>memory.alignment_bytes is %1; it must be a power of two</source>
        <translation>memory.alignment_bytes 为 %1；必须是 2 的幂</translation>
    </message>
    <message>
        <source>use the alignment that the device&apos;s DMA or vector unit asks for, e.g. 64</source>
        <translation>请使用设备的 DMA 或向量单元要求的对齐，例如 64</translation>
    </message>
    <message>
        <source>memory.bandwidth_curve must ascend in footprint</source>
        <translation>memory.bandwidth_curve 的占用量必须递增</translation>
    </message>
    <message>
        <source>sort the points</source>
        <translation>请排序各点</translation>
    </message>
    <message>
        <source>operator &apos;%1&apos; is in %2 and in %3</source>
        <translation>算子“%1”同时在 %2 和 %3 中</translation>
    </message>
    <message>
        <source>keep it in one list</source>
        <translation>请只保留在一个列表中</translation>
    </message>
    <message>
        <source>an entry of ops.matrix has no operator</source>
        <translation>ops.matrix 中有一项没有算子</translation>
    </message>
    <message>
        <source>add `op:` to each entry</source>
        <translation>请给每一项添加 `op:`</translation>
    </message>
    <message>
        <source>%1 is native at %2, which compute.supported_dtypes lacks</source>
        <translation>%1 在 %2 下为原生，但 compute.supported_dtypes 中没有该类型</translation>
    </message>
    <message>
        <source>add the type to supported_dtypes or correct the status</source>
        <translation>请将该类型加入 supported_dtypes，或修正状态</translation>
    </message>
    <message>
        <source>scheduling.kernel_launch_overhead_us is %1; it must be 0 or more</source>
        <translation>scheduling.kernel_launch_overhead_us 为 %1；必须大于等于 0</translation>
    </message>
    <message>
        <source>correct the value</source>
        <translation>请修正该值</translation>
    </message>
    <message>
        <source>fusion.max_work_ratio is %1; it must be 1 or more</source>
        <translation>fusion.max_work_ratio 为 %1；必须大于等于 1</translation>
    </message>
    <message>
        <source>the default is 2: a fused block is at most twice one scheduling unit&apos;s work</source>
        <translation>默认为 2：融合块最多为一个调度单元工作量的两倍</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; this version reads up to %3</source>
        <translation>%1 为“%2”；此版本最高支持 %3</translation>
    </message>
    <message>
        <source>use a newer MetaInfer, or convert the file with the one that wrote it</source>
        <translation>请使用更新的 MetaInfer，或用写入该文件的版本转换</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be one of: %3</source>
        <translation>%1 为“%2”；必须是以下之一：%3</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be true or false</source>
        <translation>%1 为“%2”；必须是 true 或 false</translation>
    </message>
    <message>
        <source>%1 is %2; it must be true or false</source>
        <translation>%1 为 %2；必须是 true 或 false</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a mapping of keys to values</source>
        <translation>%1 为 %2；必须是键到值的映射</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a text</source>
        <translation>%1 为 %2；必须是文本</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a list</source>
        <translation>%1 为 %2；必须是列表</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a power of two</source>
        <translation>%1 为 %2；必须是 2 的幂</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must have 1 to 100 letters, digits or - _ . +</source>
        <translation>%1 为“%2”；必须是 1 到 100 个字母、数字或 - _ . +</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be %3</source>
        <translation>%1 为“%2”；必须为%3</translation>
    </message>
    <message>
        <source>%1 is %2; it must be %3</source>
        <translation>%1 为 %2；必须为%3</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 的数</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>不小于 %1 的数</translation>
    </message>
    <message>
        <source>a number above %1</source>
        <translation>大于 %1 的数</translation>
    </message>
    <message>
        <source>a number above %1 and at most %2</source>
        <translation>大于 %1 且不超过 %2 的数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a text or number</source>
        <translation>文本或数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>correct it or remove the line</source>
        <translation>请修正或删除该行</translation>
    </message>
    <message>
        <source>add `name: my-device`</source>
        <translation>请添加 `name: my-device`</translation>
    </message>
    <message>
        <source>add `type:` with one of cpu, gpu, npu, fpga, asic, dsp</source>
        <translation>请添加 `type:`，取值为 cpu、gpu、npu、fpga、asic、dsp 之一</translation>
    </message>
    <message>
        <source>use a name like my-device-2, it becomes a file name</source>
        <translation>请用类似 my-device-2 的名称，它将成为文件名</translation>
    </message>
    <message>
        <source>%1 names the type &apos;%2&apos;; legal are %3</source>
        <translation>%1 指定了类型“%2”；合法值为 %3</translation>
    </message>
    <message>
        <source>give all three: {m: 16, n: 16, k: 16}</source>
        <translation>请给出全部三项：{m: 16, n: 16, k: 16}</translation>
    </message>
    <message>
        <source>%1 is given beside %2</source>
        <translation>%1 与 %2 同时给出</translation>
    </message>
    <message>
        <source>keep one of the two</source>
        <translation>请保留其中之一</translation>
    </message>
    <message>
        <source>%1 lacks footprint_kb or gbps</source>
        <translation>%1 缺少 footprint_kb 或 gbps</translation>
    </message>
    <message>
        <source>write {footprint_kb: 32, gbps: 100}</source>
        <translation>请写 {footprint_kb: 32, gbps: 100}</translation>
    </message>
    <message>
        <source>use the alignment that the device asks for, e.g. 64</source>
        <translation>请使用设备要求的对齐，例如 64</translation>
    </message>
    <message>
        <source>name each level, e.g. {level: L1, size_kb: 32}</source>
        <translation>请为每一级命名，例如 {level: L1, size_kb: 32}</translation>
    </message>
    <message>
        <source>%1 names the level &apos;%2&apos; a second time</source>
        <translation>%1 第二次命名了存储级“%2”</translation>
    </message>
    <message>
        <source>%1 names the operator family &apos;%2&apos;, which is not among the known ones. Did you mean %3</source>
        <translation>%1 指定了算子族“%2”，不在已知算子族之中。是否指 %3</translation>
    </message>
    <message>
        <source>%1 names the operator family &apos;%2&apos;, which is not among the known ones</source>
        <translation>%1 指定了算子族“%2”，不在已知算子族之中</translation>
    </message>
    <message>
        <source>name the operator family, e.g. {op: conv2d, dtype: int8, status: native}</source>
        <translation>请写明算子族，例如 {op: conv2d, dtype: int8, status: native}</translation>
    </message>
    <message>
        <source>%1 must be a layout or a mapping from family to layout</source>
        <translation>%1 必须是布局或算子族到布局的映射</translation>
    </message>
    <message>
        <source>write {conv2d: NHWC}</source>
        <translation>请写 {conv2d: NHWC}</translation>
    </message>
    <message>
        <source>say where it comes from: datasheet, measured, default, user or learned</source>
        <translation>请说明来源：datasheet、measured、default、user 或 learned</translation>
    </message>
    <message>
        <source>scaled from the rate of %1</source>
        <translation>由 %1 的速率折算</translation>
    </message>
    <message>
        <source>cores x vector units of 256 bits x 2 x frequency</source>
        <translation>核数 × 256 位向量单元 × 2 × 频率</translation>
    </message>
    <message>
        <source>cores x matrix tile x 2 x frequency</source>
        <translation>核数 × 矩阵块 × 2 × 频率</translation>
    </message>
    <message>
        <source>cores x vector units x 2 x frequency</source>
        <translation>核数 × 向量单元 × 2 × 频率</translation>
    </message>
    <message>
        <source>what if %1 had %2</source>
        <translation>假设 %1 有 %2</translation>
    </message>
    <message>
        <source>%1: not valid YAML: %2 (column %3)</source>
        <translation>%1：不是有效的 YAML：%2（第 %3 列）</translation>
    </message>
    <message>
        <source>%1: not valid YAML: %2</source>
        <translation>%1：不是有效的 YAML：%2</translation>
    </message>
    <message>
        <source>check indentation (spaces, no tabs), colons followed by a space, and closing brackets and quotes near that line</source>
        <translation>请检查该行附近的缩进（用空格而非制表符）、冒号后的空格，以及括号和引号是否闭合</translation>
    </message>
    <message>
        <source>%1: %2 bytes are too many for a YAML file (at most %3)</source>
        <translation>%1：%2 字节对 YAML 文件来说过大（最多 %3）</translation>
    </message>
    <message>
        <source>check that this is the file you meant</source>
        <translation>请确认这是想要的文件</translation>
    </message>
    <message>
        <source>correct these %1 places</source>
        <translation>请修正这 %1 处</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos; is kept but has no effect</source>
        <translation>未知的键“%1”予以保留，但不起作用</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos; is kept but has no effect; did you mean &apos;%2&apos;?</source>
        <translation>未知的键“%1”予以保留，但不起作用；是否指“%2”？</translation>
    </message>
    <message>
        <source>%1: unknown key &apos;%2&apos; is kept but has no effect; did you mean &apos;%3&apos;?</source>
        <translation>%1：未知的键“%2”予以保留，但不起作用；是否指“%3”？</translation>
    </message>
    <message>
        <source>%1: unknown key &apos;%2&apos; is kept but has no effect. Did you mean %3?</source>
        <translation>%1：未知的键“%2”予以保留，但不起作用。是否指 %3？</translation>
    </message>
    <message>
        <source>%1: unknown key &apos;%2&apos; is kept but has no effect</source>
        <translation>%1：未知的键“%2”予以保留，但不起作用</translation>
    </message>
    <message>
        <source>write the number alone, without a unit; the unit is in the key&apos;s name</source>
        <translation>请只写数，不带单位；单位在键名中</translation>
    </message>
    <message>
        <source>write true or false</source>
        <translation>请写 true 或 false</translation>
    </message>
    <message>
        <source>write one value there</source>
        <translation>请在此处写一个值</translation>
    </message>
    <message>
        <source>choose one of these</source>
        <translation>请从中选择</translation>
    </message>
    <message>
        <source>indent `key: value` lines under it</source>
        <translation>请在其下缩进 `key: value` 行</translation>
    </message>
    <message>
        <source>%1 stands twice, first in line %2</source>
        <translation>%1 出现两次，首次在第 %2 行</translation>
    </message>
    <message>
        <source>%1 has a key of %2 characters; legal: up to %3</source>
        <translation>%1 含有一个长 %2 个字符的键；允许：最多 %3 个</translation>
    </message>
    <message>
        <source>shorten the key</source>
        <translation>请缩短该键</translation>
    </message>
    <message>
        <source>write [a, b] or one `- a` line for each</source>
        <translation>请写 [a, b]，或每项一行 `- a`</translation>
    </message>
    <message>
        <source>%1 lacks the key &apos;%2&apos;</source>
        <translation>%1 缺少键“%2”</translation>
    </message>
    <message>
        <source>lacks the key &apos;%1&apos;</source>
        <translation>缺少键“%1”</translation>
    </message>
    <message>
        <source>line %1 has the unknown key &apos;%2&apos;. %3</source>
        <translation>第 %1 行有未知的键“%2”。%3</translation>
    </message>
    <message>
        <source>fp32 throughput</source>
        <translation>fp32 吞吐量</translation>
    </message>
    <message>
        <source>fp16 throughput</source>
        <translation>fp16 吞吐量</translation>
    </message>
    <message>
        <source>int8 throughput</source>
        <translation>int8 吞吐量</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>clock frequency</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>matrix tile</source>
        <translation>矩阵块</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>相近</translation>
    </message>
    <message>
        <source>%1 times higher</source>
        <translation>高 %1 倍</translation>
    </message>
    <message>
        <source>%1 times lower</source>
        <translation>低 %1 倍</translation>
    </message>
    <message>
        <source>speed class of depthwise convolution</source>
        <translation>depthwise 卷积的速度等级</translation>
    </message>
    <message>
        <source>unknown hardware &apos;%1&apos;</source>
        <translation>未知的硬件“%1”</translation>
    </message>
    <message>
        <source>unknown hardware &quot;%1&quot;</source>
        <translation>未知的硬件“%1”</translation>
    </message>
    <message>
        <source>cache bandwidth</source>
        <translation>缓存带宽</translation>
    </message>
    <message>
        <source>cache size</source>
        <translation>缓存容量</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>%1: %2 times higher</source>
        <translation>%1：高 %2 倍</translation>
    </message>
    <message>
        <source>%1: %2 times lower</source>
        <translation>%1：低 %2 倍</translation>
    </message>
    <message>
        <source>%1 revision %2</source>
        <translation>%1 版本 %2</translation>
    </message>
    <message>
        <source>revision %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>at least %1 and at most %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>above %1 and at most %2</source>
        <translation>大于 %1 且不超过 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>不小于 %1</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>大于 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>不大于 %1</translation>
    </message>
    <message>
        <source>METAINFER_AGENT names %1, which is no program</source>
        <translation>METAINFER_AGENT 指定的 %1 不是程序</translation>
    </message>
    <message>
        <source>set it to the path of metainfer-agent, or unset it</source>
        <translation>请将其设为 metainfer-agent 的路径，或取消设置</translation>
    </message>
    <message>
        <source>the agent was not found; looked for %1</source>
        <translation>未找到代理；查找过 %1</translation>
    </message>
    <message>
        <source>install the whole program, or set METAINFER_AGENT to the agent&apos;s path</source>
        <translation>请安装完整的程序，或将 METAINFER_AGENT 设为代理的路径</translation>
    </message>
    <message>
        <source>while starting the agent %1</source>
        <translation>启动代理 %1 时</translation>
    </message>
    <message>
        <source>the comparison passed its deadline after %1 of %2 processes</source>
        <translation>比较在 %2 个进程中的 %1 个之后超过了期限</translation>
    </message>
    <message>
        <source>allow more time, or ask for fewer rounds</source>
        <translation>请给予更多时间，或减少轮数</translation>
    </message>
    <message>
        <source>the agent gave no message</source>
        <translation>代理没有给出说明</translation>
    </message>
    <message>
        <source>the request names no `model`</source>
        <translation>请求没有指定 `model`</translation>
    </message>
    <message>
        <source>its output ended</source>
        <translation>其输出已结束</translation>
    </message>
    <message>
        <source>the agent ended (%1)</source>
        <translation>代理已结束（%1）</translation>
    </message>
    <message>
        <source>the next request starts it again; if this repeats, run `metainfer doctor`</source>
        <translation>下一次请求会重新启动它；若反复出现，请运行 `metainfer doctor`</translation>
    </message>
    <message>
        <source>the agent does not answer to `%1`</source>
        <translation>代理不响应 `%1`</translation>
    </message>
    <message>
        <source>check the machine&apos;s load, and that the agent is not stopped</source>
        <translation>请检查机器负载，并确认代理没有停止</translation>
    </message>
    <message>
        <source>there is no sample to calibrate with</source>
        <translation>没有可用于校准的样本</translation>
    </message>
    <message>
        <source>give at least one; 100 to 500 are usual</source>
        <translation>请至少提供一个；通常为 100 到 500 个</translation>
    </message>
    <message>
        <source>session option `%1` is `%2`, legal are %3</source>
        <translation>会话选项 `%1` 为 `%2`，合法值为 %3</translation>
    </message>
    <message>
        <source>session option `%1` is `%2`, legal are whole numbers from %3 to %4</source>
        <translation>会话选项 `%1` 为 `%2`，合法值为 %3 到 %4 的整数</translation>
    </message>
    <message>
        <source>unknown session option `%1`</source>
        <translation>未知的会话选项 `%1`</translation>
    </message>
    <message>
        <source>session option `%1` has the wrong type: %2</source>
        <translation>会话选项 `%1` 的类型错误：%2</translation>
    </message>
    <message>
        <source>session option `%1` has no value</source>
        <translation>会话选项 `%1` 没有值</translation>
    </message>
    <message>
        <source>write key=value, separated by &apos;;&apos;</source>
        <translation>请写 key=value，用 &apos;;&apos; 分隔</translation>
    </message>
    <message>
        <source>session options are not a JSON object</source>
        <translation>会话选项不是 JSON 对象</translation>
    </message>
    <message>
        <source>n too small (%1 more needed)</source>
        <translation>样本太少（还需 %1 个）</translation>
    </message>
    <message>
        <source>sample summary without the list `samples`</source>
        <translation>样本汇总缺少列表 `samples`</translation>
    </message>
    <message>
        <source>sample summary: `samples` holds a non-number</source>
        <translation>样本汇总：`samples` 含非数值</translation>
    </message>
    <message>
        <source>%1: tensor %2 begins no statistics</source>
        <translation>%1：张量 %2 不是统计的开头</translation>
    </message>
    <message>
        <source>the file was not written by writeStatisticsFile</source>
        <translation>该文件不是由 writeStatisticsFile 写入的</translation>
    </message>
    <message>
        <source>no usable round to compare</source>
        <translation>没有可用于比较的轮次</translation>
    </message>
    <message>
        <source>repeat the comparison when the machine is quieter</source>
        <translation>请在机器较空闲时重新比较</translation>
    </message>
    <message>
        <source>confidence level %1 is outside (0, 1)</source>
        <translation>置信水平 %1 超出 (0, 1)</translation>
    </message>
    <message>
        <source>verdict `%1` is not faster, slower or cannot_tell</source>
        <translation>判断 `%1` 不是 faster、slower 或 cannot_tell</translation>
    </message>
    <message>
        <source>%1 process(es) measured, at least %2 needed</source>
        <translation>测量了 %1 个进程，至少需要 %2 个</translation>
    </message>
    <message>
        <source>the interval contains 1</source>
        <translation>区间包含 1</translation>
    </message>
    <message>
        <source>grade `%1` is not VALID, NOISY or INVALID</source>
        <translation>等级 `%1` 不是 VALID、NOISY 或 INVALID</translation>
    </message>
    <message>
        <source>clock jumped by %1</source>
        <translation>时钟跳变 %1</translation>
    </message>
    <message>
        <source>clock changed by %1</source>
        <translation>时钟变化 %1</translation>
    </message>
    <message>
        <source>clock governor changed</source>
        <translation>时钟调速器改变</translation>
    </message>
    <message>
        <source>drifts by %1</source>
        <translation>漂移 %1</translation>
    </message>
    <message>
        <source>stolen CPU time %1</source>
        <translation>被占用的 CPU 时间 %1</translation>
    </message>
    <message>
        <source>a tensor of %1 cannot be converted to %2</source>
        <translation>%1 的张量无法转换为 %2</translation>
    </message>
    <message>
        <source>tensor holds %1 bytes, its type and shape need %2</source>
        <translation>张量有 %1 字节，其类型和形状需要 %2 字节</translation>
    </message>
    <message>
        <source>elements of type %1 have no bytes</source>
        <translation>类型 %1 的元素没有字节</translation>
    </message>
    <message>
        <source>a string tensor is cut off</source>
        <translation>字符串张量被截断</translation>
    </message>
    <message>
        <source>a string tensor holds %1 elements, its shape needs %2</source>
        <translation>字符串张量有 %1 个元素，其形状需要 %2 个</translation>
    </message>
    <message>
        <source>cannot write tensors to %1</source>
        <translation>无法将张量写入 %1</translation>
    </message>
    <message>
        <source>in tensor `%1` of %2</source>
        <translation>%2 的张量 `%1` 中</translation>
    </message>
    <message>
        <source>%1: tensor `%2` reaches beyond the end of the file</source>
        <translation>%1：张量 `%2` 超出文件末尾</translation>
    </message>
    <message>
        <source>the file is cut off; write it again</source>
        <translation>文件被截断；请重新写入</translation>
    </message>
    <message>
        <source>%1 is not a tensor file or is cut off</source>
        <translation>%1 不是张量文件或被截断</translation>
    </message>
    <message>
        <source>write it again</source>
        <translation>请重新写入</translation>
    </message>
    <message>
        <source>cannot create the memory file %1</source>
        <translation>无法创建内存文件 %1</translation>
    </message>
    <message>
        <source>comparison of `%1`: `clock` or `data` is missing or not known</source>
        <translation>`%1` 的比较：`clock` 或 `data` 缺失或未知</translation>
    </message>
    <message>
        <source>comparison of `%1`: a round is not [base us, variant us, dropped]</source>
        <translation>`%1` 的比较：某一轮不是 [base µs, variant µs, dropped]</translation>
    </message>
    <message>
        <source>comparison `%1`: `source` is not known</source>
        <translation>比较 `%1`：`source` 未知</translation>
    </message>
    <message>
        <source>the ratio of `%1` would come from the run that chose it</source>
        <translation>`%1` 的比值会来自选出它的那次运行</translation>
    </message>
    <message>
        <source>measure the winner once more, with purpose Confirmation</source>
        <translation>请以 Confirmation 为目的再次测量优胜者</translation>
    </message>
    <message>
        <source>`%1` was chosen against `%2` and confirmed against `%3`</source>
        <translation>`%1` 相对 `%2` 选出，却相对 `%3` 确认</translation>
    </message>
    <message>
        <source>confirm it against the same base</source>
        <translation>请相对同一基准确认</translation>
    </message>
    <message>
        <source>`%1` is not in the fresh run</source>
        <translation>`%1` 不在全新运行中</translation>
    </message>
    <message>
        <source>protocol: `%1` is %2, legal: %3 to %4</source>
        <translation>协议：`%1` 为 %2，合法值：%3 到 %4</translation>
    </message>
    <message>
        <source>operator profile: `source` is not known</source>
        <translation>算子剖析：`source` 未知</translation>
    </message>
    <message>
        <source>`schema` is `%1`, legal: %2</source>
        <translation>`schema` 为 `%1`，合法值：%2</translation>
    </message>
    <message>
        <source>update the program if the file is newer</source>
        <translation>如果文件较新，请更新程序</translation>
    </message>
    <message>
        <source>comparison without a variant</source>
        <translation>比较中没有变体</translation>
    </message>
    <message>
        <source>comparison over %1 processes, legal: %2 to 1000</source>
        <translation>跨 %1 个进程的比较，合法值：%2 到 1000</translation>
    </message>
    <message>
        <source>comparison of %1 rounds, legal: 1 to 10000</source>
        <translation>%1 轮的比较，合法值：1 到 10000</translation>
    </message>
    <message>
        <source>comparison at level %1, legal: above 0 and below 1</source>
        <translation>水平 %1 的比较，合法值：大于 0 且小于 1</translation>
    </message>
    <message>
        <source>comparison: the label `%1` is there twice</source>
        <translation>比较：标签 `%1` 出现两次</translation>
    </message>
    <message>
        <source>%1 of %2 rounds saw other load or stolen time, dropped for the wall clock</source>
        <translation>%2 轮中有 %1 轮受其他负载或被占用时间影响，挂钟时间不计入</translation>
    </message>
    <message>
        <source>%1 of %2 rounds saw other load or stolen time; too many to drop</source>
        <translation>%2 轮中有 %1 轮受其他负载或被占用时间影响；过多，无法剔除</translation>
    </message>
    <message>
        <source>%1 of %2 rounds saw other load or stolen time</source>
        <translation>%2 轮中有 %1 轮受其他负载或被占用时间影响</translation>
    </message>
    <message>
        <source>too many to drop</source>
        <translation>过多，无法剔除</translation>
    </message>
    <message>
        <source>the warm-up did not become stable</source>
        <translation>预热未达到稳定</translation>
    </message>
    <message>
        <source>`%1`: no model file %2</source>
        <translation>`%1`：没有模型文件 %2</translation>
    </message>
    <message>
        <source>`%1`: batch is %2, legal: 1 and more</source>
        <translation>`%1`：批大小为 %2，合法值：1 及以上</translation>
    </message>
    <message>
        <source>no ONNX Runtime library was found on this device</source>
        <translation>此设备上未找到 ONNX Runtime 库</translation>
    </message>
    <message>
        <source>runtime %1 is not on this device</source>
        <translation>此设备上没有运行时 %1</translation>
    </message>
    <message>
        <source>peak memory of %1</source>
        <translation>%1 的峰值内存</translation>
    </message>
    <message>
        <source>%1 profile runs, legal: 1 and more</source>
        <translation>%1 次剖析运行，合法值：1 及以上</translation>
    </message>
    <message>
        <source>cannot open the measurement lock %1</source>
        <translation>无法打开测量锁 %1</translation>
    </message>
    <message>
        <source>the machine is measuring for process %1 (%2) since %3</source>
        <translation>机器自 %3 起正在为进程 %1（%2）测量</translation>
    </message>
    <message>
        <source>wait for it, or end that process</source>
        <translation>请等待，或结束该进程</translation>
    </message>
    <message>
        <source>machine state is not a JSON object</source>
        <translation>机器状态不是 JSON 对象</translation>
    </message>
    <message>
        <source>measurement `%1`: `source` or `ratio_clock` is not known</source>
        <translation>测量 `%1`：`source` 或 `ratio_clock` 未知</translation>
    </message>
    <message>
        <source>[low, high] beside a simulated time or throughput is the 90 % interval of the model&apos;s own error; it is no spread of repeated runs</source>
        <translation>仿真时间或吞吐量旁的 [下限, 上限] 是模型自身误差的 90 % 区间，并非重复运行的离散程度</translation>
    </message>
    <message>
        <source>int8 accepted, computed in float</source>
        <translation>接受 int8，按浮点计算</translation>
    </message>
    <message>
        <source>fp16 accepted, computed in float</source>
        <translation>接受 fp16，按浮点计算</translation>
    </message>
    <message>
        <source>computed in float</source>
        <translation>按浮点计算</translation>
    </message>
    <message>
        <source>none of %1 operator cases ran on %2: %3</source>
        <translation>%2 上 %1 个算子用例均未运行：%3</translation>
    </message>
    <message>
        <source>metainfer doctor says what is there and how to get it</source>
        <translation>metainfer doctor 会说明现有情况以及获取方式</translation>
    </message>
    <message>
        <source>probe suite `%1`, legal: reduced, quick, full</source>
        <translation>探测套件 `%1`，合法值：reduced、quick、full</translation>
    </message>
    <message>
        <source>%1 is %2: only devices that run models here can be probed</source>
        <translation>%1 为 %2：只有在此运行模型的设备才能探测</translation>
    </message>
    <message>
        <source>no ONNX Runtime library that loads was found on %1, so no operator can be probed</source>
        <translation>%1 上未找到可加载的 ONNX Runtime 库，因此无法探测任何算子</translation>
    </message>
    <message>
        <source>`%1` must be a list</source>
        <translation>`%1` 必须是列表</translation>
    </message>
    <message>
        <source>an entry of `%1` must be an object</source>
        <translation>`%1` 的每一项必须是对象</translation>
    </message>
    <message>
        <source>simulated by a model of the hardware, not measured</source>
        <translation>由硬件模型仿真，并非实测</translation>
    </message>
    <message>
        <source>the model sees no difference</source>
        <translation>模型看不出差别</translation>
    </message>
    <message>
        <source>within the model&apos;s uncertainty</source>
        <translation>在模型的不确定度之内</translation>
    </message>
    <message>
        <source>the model of %1 gives %2 µs for `%3`</source>
        <translation>%1 的模型对 `%3` 给出 %2 µs</translation>
    </message>
    <message>
        <source>%1 is simulated: instances and pinning have no model</source>
        <translation>%1 为仿真：多实例与绑核没有模型</translation>
    </message>
    <message>
        <source>measure on a real device</source>
        <translation>请在真实设备上测量</translation>
    </message>
    <message>
        <source>the model of %1 gives no memory for `%2`</source>
        <translation>%1 的模型未给出 `%2` 的内存</translation>
    </message>
    <message>
        <source>%1 is simulated: it cannot say how `%2` starts</source>
        <translation>%1 为仿真：无法说明 `%2` 如何启动</translation>
    </message>
    <message>
        <source>measure the cold start on a real device</source>
        <translation>请在真实设备上测量冷启动</translation>
    </message>
    <message>
        <source>the runner is out of memory</source>
        <translation>运行进程内存不足</translation>
    </message>
    <message>
        <source>lock file</source>
        <translation>锁文件</translation>
    </message>
    <message>
        <source>thread scaling</source>
        <translation>线程扩展</translation>
    </message>
    <message>
        <source>compute rates</source>
        <translation>计算速率</translation>
    </message>
    <message>
        <source>%1 operators probed</source>
        <translation>已探测 %1 个算子</translation>
    </message>
    <message>
        <source>while simulating %1 on %2</source>
        <translation>在 %2 上仿真 %1 时</translation>
    </message>
    <message>
        <source>%1: metric %2 needs an array &quot;%3&quot;</source>
        <translation>%1：指标 %2 需要数组“%3”</translation>
    </message>
    <message>
        <source>Add it: %1. Or use the metric `fidelity`.</source>
        <translation>请添加：%1。或使用指标 `fidelity`。</translation>
    </message>
    <message>
        <source>output [%1] does not hold one row of scores per sample</source>
        <translation>输出 [%1] 并非每个样本一行得分</translation>
    </message>
    <message>
        <source>Name the output that holds the class scores.</source>
        <translation>请指定含类别得分的输出。</translation>
    </message>
    <message>
        <source>one class number per sample</source>
        <translation>每个样本一个类别编号</translation>
    </message>
    <message>
        <source>the model has no outputs</source>
        <translation>模型没有输出</translation>
    </message>
    <message>
        <source>metric map50 needs the outputs &quot;boxes&quot; [N,M,4] and &quot;scores&quot; [N,M,C]</source>
        <translation>指标 map50 需要输出 &quot;boxes&quot; [N,M,4] 和 &quot;scores&quot; [N,M,C]</translation>
    </message>
    <message>
        <source>Export the detector with decoded boxes, or use `command:` with a program of your own.</source>
        <translation>请导出带解码框的检测器，或用 `command:` 指定自己的程序。</translation>
    </message>
    <message>
        <source>the adapted model has no output &quot;%1&quot;</source>
        <translation>适配后的模型没有输出“%1”</translation>
    </message>
    <message>
        <source>fidelity needs the original model</source>
        <translation>fidelity 需要原始模型</translation>
    </message>
    <message>
        <source>metric `command` without a command</source>
        <translation>指标 `command` 没有命令</translation>
    </message>
    <message>
        <source>Give accuracy.command in the deployment file.</source>
        <translation>请在部署文件中给出 accuracy.command。</translation>
    </message>
    <message>
        <source>the metric command ended with %1</source>
        <translation>指标命令以 %1 结束</translation>
    </message>
    <message>
        <source>Run it by hand: %1</source>
        <translation>请手动运行：%1</translation>
    </message>
    <message>
        <source>the metric command printed no number &quot;value&quot;: %1</source>
        <translation>指标命令没有输出数值 &quot;value&quot;：%1</translation>
    </message>
    <message>
        <source>Print one JSON object such as {&quot;value&quot;: 0.884, &quot;samples&quot;: 1000}.</source>
        <translation>请输出一个 JSON 对象，例如 {&quot;value&quot;: 0.884, &quot;samples&quot;: 1000}。</translation>
    </message>
    <message>
        <source>the metric command&apos;s program %1 is not executable</source>
        <translation>指标命令的程序 %1 不可执行</translation>
    </message>
    <message>
        <source>the metric command&apos;s program %1 is not there</source>
        <translation>指标命令的程序 %1 不存在</translation>
    </message>
    <message>
        <source>Make it executable (chmod +x %1), or name its interpreter before it. The command is: %2</source>
        <translation>请使其可执行（chmod +x %1），或在其前写上解释器。命令为：%2</translation>
    </message>
    <message>
        <source>Give a path from the current folder or a program on PATH. The command is: %1</source>
        <translation>请给出相对当前文件夹的路径或 PATH 中的程序。命令为：%1</translation>
    </message>
    <message>
        <source>there is no validation data to measure accuracy on</source>
        <translation>没有可用于测量精度的验证数据</translation>
    </message>
    <message>
        <source>Name some under accuracy.validation.</source>
        <translation>请在 accuracy.validation 中指定。</translation>
    </message>
    <message>
        <source>%1 on %2 samples cannot be compared with %3 on %4</source>
        <translation>%2 个样本上的 %1 不能与 %4 个样本上的 %3 比较</translation>
    </message>
    <message>
        <source>Measure both models with the same metric on the same data.</source>
        <translation>请用相同指标和相同数据测量两个模型。</translation>
    </message>
    <message>
        <source>%1: a drop of %2 points, the limit is %3</source>
        <translation>%1：下降 %2 个百分点，限制为 %3</translation>
    </message>
    <message>
        <source>%1: below the smallest accepted %2 %</source>
        <translation>%1：低于可接受的最小值 %2 %</translation>
    </message>
    <message>
        <source>while running the reference</source>
        <translation>运行参考模型时</translation>
    </message>
    <message>
        <source>while running the adapted model</source>
        <translation>运行适配后的模型时</translation>
    </message>
    <message>
        <source>ten times the range</source>
        <translation>十倍范围</translation>
    </message>
    <message>
        <source>only the original refuses it: %1</source>
        <translation>只有原始模型拒绝：%1</translation>
    </message>
    <message>
        <source>only the adapted model refuses it: %1</source>
        <translation>只有适配后的模型拒绝：%1</translation>
    </message>
    <message>
        <source>both refuse it: %1</source>
        <translation>两者都拒绝：%1</translation>
    </message>
    <message>
        <source>the adapted model fails where the original runs: %1</source>
        <translation>原始模型能运行，适配后的模型失败：%1</translation>
    </message>
    <message>
        <source>NaN or infinity comes out, not from the original</source>
        <translation>输出 NaN 或无穷大，而原始模型没有</translation>
    </message>
    <message>
        <source>both let it through</source>
        <translation>两者都放行</translation>
    </message>
    <message>
        <source>output &quot;%1&quot; is missing on one side</source>
        <translation>一方缺少输出“%1”</translation>
    </message>
    <message>
        <source>An adapted model must keep the original&apos;s outputs.</source>
        <translation>适配后的模型必须保留原始模型的输出。</translation>
    </message>
    <message>
        <source>output &quot;%1&quot; is [%2] instead of [%3]</source>
        <translation>输出“%1”为 [%2]，而不是 [%3]</translation>
    </message>
    <message>
        <source>&quot;%1&quot; by up to %2</source>
        <translation>“%1”相差最多 %2</translation>
    </message>
    <message>
        <source>nothing was compared</source>
        <translation>没有进行比较</translation>
    </message>
    <message>
        <source>equal within tolerance on %1 runs</source>
        <translation>%1 次运行均在容差内相等</translation>
    </message>
    <message>
        <source>differs on %1 runs: %2</source>
        <translation>%1 次运行有差异：%2</translation>
    </message>
    <message>
        <source>this is no examination of accuracy</source>
        <translation>这不是精度检查</translation>
    </message>
    <message>
        <source>The field &quot;schema&quot; must be &quot;accuracy/1&quot;; examine the session again.</source>
        <translation>字段 &quot;schema&quot; 必须为 &quot;accuracy/1&quot;；请重新检查该会话。</translation>
    </message>
    <message>
        <source>the original model has no output &quot;%1&quot;</source>
        <translation>原始模型没有输出“%1”</translation>
    </message>
    <message>
        <source>comparing tensors inside</source>
        <translation>正在比较内部张量</translation>
    </message>
    <message>
        <source>lowering one layer at a time</source>
        <translation>正在逐层降低数值精度</translation>
    </message>
    <message>
        <source>[samples, k], -1 where there is no box</source>
        <translation>[samples, k]，没有框处为 -1</translation>
    </message>
    <message>
        <source>output of the metric command</source>
        <translation>指标命令的输出</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>Invalid rank for input: %1 Got: %2 Expected: %3 Please fix either the inputs/outputs or the model.</source>
        <translation>输入的维数无效：%1，实际 %2，应为 %3。请修正输入/输出或模型。</translation>
    </message>
    <message>
        <source>Got invalid dimensions for input: %1 for the following indices %2 Please fix either the inputs/outputs or the model.</source>
        <translation>输入的维度无效：%1，所在轴 %2。请修正输入/输出或模型。</translation>
    </message>
    <message>
        <source>%1 GFLOP/s probed for this operator</source>
        <translation>此算子探测得 %1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s on %2 of %3 cores (%4)</source>
        <translation>%3 核中 %2 核 %1 GFLOP/s（%4）</translation>
    </message>
    <message>
        <source>%1 GB/s probed for this operator</source>
        <translation>此算子探测得 %1 GB/s</translation>
    </message>
    <message>
        <source>the device does not support %1 (%2)</source>
        <translation>设备不支持 %1（%2）</translation>
    </message>
    <message>
        <source>the device does not compute %1 in %2</source>
        <translation>设备不以 %2 计算 %1</translation>
    </message>
    <message>
        <source>the device computes neither %1 nor fp32</source>
        <translation>设备既不计算 %1 也不计算 fp32</translation>
    </message>
    <message>
        <source>a shape is unknown: only the start overhead is counted</source>
        <translation>有形状未知：只计启动开销</translation>
    </message>
    <message>
        <source>start overhead of %1 µs</source>
        <translation>启动开销 %1 µs</translation>
    </message>
    <message>
        <source>%1, %2 computed in fp32</source>
        <translation>%1，%2 以 fp32 计算</translation>
    </message>
    <message>
        <source>%1 operators meant to be integer are computed in float between Q/DQ pairs: %2</source>
        <translation>%1 个本应为整数的算子在 Q/DQ 对之间按浮点计算：%2</translation>
    </message>
    <message>
        <source>%1 integer operators, none computed in float</source>
        <translation>%1 个整数算子，没有按浮点计算的</translation>
    </message>
    <message>
        <source>%1 QuantizeLinear and %2 DequantizeLinear are left</source>
        <translation>剩余 %1 个 QuantizeLinear 和 %2 个 DequantizeLinear</translation>
    </message>
    <message>
        <source>%1 QuantizeLinear and DequantizeLinear nodes run on their own and take %2 µs (%3 %), %4 µs were expected</source>
        <translation>%1 个 QuantizeLinear 与 DequantizeLinear 节点单独运行，耗时 %2 µs（%3 %），预期 %4 µs</translation>
    </message>
    <message>
        <source>operators beside them still compute in float: %1</source>
        <translation>其旁的算子仍按浮点计算：%1</translation>
    </message>
    <message>
        <source>the runtime did not fuse these groups: use unsigned activations with the zero point at the type&apos;s minimum behind ReLU or Clip, and at least the extended optimization level; or keep the float operators beside them out of the quantized part</source>
        <translation>运行时没有融合这些组：请在 ReLU 或 Clip 之后使用零点为类型最小值的无符号激活值，并至少使用 extended 优化级别；或让其旁的浮点算子不进入量化部分</translation>
    </message>
    <message>
        <source>%1 take %2 µs (%3 %), %4 µs were expected</source>
        <translation>%1 耗时 %2 µs（%3 %），预期 %4 µs</translation>
    </message>
    <message>
        <source>%1 takes %2 µs (%3 %), %4 µs were expected</source>
        <translation>%1 耗时 %2 µs（%3 %），预期 %4 µs</translation>
    </message>
    <message>
        <source>%1 threads are %2 times as fast as one, %3 were expected</source>
        <translation>%1 个线程的速度为单线程的 %2 倍，预期 %3 倍</translation>
    </message>
    <message>
        <source>%1 % of the time went to other machines of the host</source>
        <translation>%1 % 的时间被宿主机上的其他虚拟机占用</translation>
    </message>
    <message>
        <source>%1 MB in use of %2 MB</source>
        <translation>已使用 %1 MB，共 %2 MB</translation>
    </message>
    <message>
        <source>%1 page faults in each request</source>
        <translation>每次请求 %1 次缺页</translation>
    </message>
    <message>
        <source>%1 operators work on more than the %2 MB of cache and reach less than the expected bandwidth, %3 µs in all</source>
        <translation>%1 个算子的数据超过 %2 MB 缓存，未达到预期带宽，共 %3 µs</translation>
    </message>
    <message>
        <source>%1 µs more than predicted have no single cause</source>
        <translation>比预测多出的 %1 µs 没有单一原因</translation>
    </message>
    <message>
        <source>%1 µs faster than predicted: the model is too pessimistic here</source>
        <translation>比预测快 %1 µs：模型在此处过于悲观</translation>
    </message>
    <message>
        <source>%1 held out, trained on %2: analytic MAPE %3 % (median %4 %), rho %5; learned MAPE %6 % (median %7 %), rho %8; %9 % inside the 90 % interval</source>
        <translation>留出 %1，训练 %2：解析 MAPE %3 %（中位 %4 %），rho %5；学习 MAPE %6 %（中位 %7 %），rho %8；%9 % 落在 90 % 区间内</translation>
    </message>
    <message>
        <source>%1 folds over %2 measurements; legal are 2 up to the number of measurements</source>
        <translation>对 %2 次测量做 %1 折；合法值为 2 到测量次数</translation>
    </message>
    <message>
        <source>give more measurements or fewer folds</source>
        <translation>请提供更多测量或减少折数</translation>
    </message>
    <message>
        <source>the trip count of %1 &apos;%2&apos; is unknown: its body is counted once</source>
        <translation>%1“%2”的循环次数未知：循环体只计一次</translation>
    </message>
    <message>
        <source>this operator has no 8-bit form</source>
        <translation>此算子没有 8 位形式</translation>
    </message>
    <message>
        <source>input %1 does not come from a DequantizeLinear</source>
        <translation>输入 %1 不来自 DequantizeLinear</translation>
    </message>
    <message>
        <source>it has no output</source>
        <translation>它没有输出</translation>
    </message>
    <message>
        <source>its result has several readers or is an output of the model</source>
        <translation>其结果有多个使用者或是模型的输出</translation>
    </message>
    <message>
        <source>no QuantizeLinear follows its result</source>
        <translation>其结果之后没有 QuantizeLinear</translation>
    </message>
    <message>
        <source>the zero point behind the activation is not the type&apos;s minimum</source>
        <translation>激活之后的零点不是类型的最小值</translation>
    </message>
    <message>
        <source>an observation lacks `operation`</source>
        <translation>观测缺少 `operation`</translation>
    </message>
    <message>
        <source>report this with the session&apos;s log</source>
        <translation>请附上会话日志报告此问题</translation>
    </message>
    <message>
        <source>cannot make a matrix</source>
        <translation>无法建立矩阵</translation>
    </message>
    <message>
        <source>cannot make a model</source>
        <translation>无法建立模型</translation>
    </message>
    <message>
        <source>cannot save the model</source>
        <translation>无法保存模型</translation>
    </message>
    <message>
        <source>cannot read the model</source>
        <translation>无法读取模型</translation>
    </message>
    <message>
        <source>%1 usable operator measurements are too few to learn from; at least %2 are needed</source>
        <translation>可用的算子测量只有 %1 个，不足以学习；至少需要 %2 个</translation>
    </message>
    <message>
        <source>probe the device, or go on with the analytic model</source>
        <translation>请探测该设备，或继续使用解析模型</translation>
    </message>
    <message>
        <source>the stored operator model was trained by another version of the program</source>
        <translation>保存的算子模型由其他版本的程序训练</translation>
    </message>
    <message>
        <source>train it again from the stored measurements</source>
        <translation>请用保存的测量重新训练</translation>
    </message>
    <message>
        <source>the stored operator model has no trees</source>
        <translation>保存的算子模型没有树</translation>
    </message>
    <message>
        <source>the shapes of %1 of %2 operators are unknown, so their work cannot be told</source>
        <translation>%2 个算子中有 %1 个形状未知，无法得知其工作量</translation>
    </message>
    <message>
        <source>give sizes for the model&apos;s dynamic dimensions (`inputs:` in the deployment file)</source>
        <translation>请给出模型动态维度的尺寸（部署文件中的 `inputs:`）</translation>
    </message>
    <message>
        <source>%1 operators with unknown shapes are counted by their start overhead only</source>
        <translation>%1 个形状未知的算子只计启动开销</translation>
    </message>
    <message>
        <source>the device takes no dynamic shapes: bind the model&apos;s dynamic dimensions</source>
        <translation>设备不接受动态形状：请固定模型的动态维度</translation>
    </message>
    <message>
        <source>it needs %1 MB, the device&apos;s memory &apos;%2&apos; has %3 MB</source>
        <translation>它需要 %1 MB，设备的存储“%2”只有 %3 MB</translation>
    </message>
    <message>
        <source>microseconds, predicted by the roofline</source>
        <translation>微秒，由屋顶线预测</translation>
    </message>
    <message>
        <source>FLOPs: the profile of %1 gives no times</source>
        <translation>FLOPs：%1 的硬件档案不给出时间</translation>
    </message>
    <message>
        <source>FLOPs: no hardware profile was given</source>
        <translation>FLOPs：没有给出硬件档案</translation>
    </message>
    <message>
        <source>%1 of %2 nodes cannot run on the target: %3. They need a rewrite, another precision, or the host.</source>
        <translation>%2 个节点中有 %1 个无法在目标上运行：%3。它们需要改写、其他数值精度或由主机运行。</translation>
    </message>
    <message>
        <source>%1 takes %2 and is slow on the target: %3.</source>
        <translation>%1 占 %2，在目标上较慢：%3。</translation>
    </message>
    <message>
        <source>the inputs have the dynamic dimensions %1 and %2 takes static shapes only: bind them.</source>
        <translation>输入有动态维度 %1，而 %2 只接受静态形状：请固定它们。</translation>
    </message>
    <message>
        <source>%1 takes %2 and no rule applies</source>
        <translation>%1 占 %2，没有适用的规则</translation>
    </message>
    <message>
        <source>weights and activations need %1 and %2 has %3.</source>
        <translation>权重与激活值需要 %1，而 %2 只有 %3。</translation>
    </message>
    <message>
        <source>%1 is in %2 of %3</source>
        <translation>%1 在 %3 的 %2 中</translation>
    </message>
    <message>
        <source>%1 at %2 is unsupported in the operator matrix of %3</source>
        <translation>%3 的算子矩阵中 %2 的 %1 不受支持</translation>
    </message>
    <message>
        <source>%1 does not compute in %2</source>
        <translation>%1 不以 %2 计算</translation>
    </message>
    <message>
        <source>the number of dimensions of &quot;%1&quot; (%2)</source>
        <translation>“%1”的维数（%2）</translation>
    </message>
    <message>
        <source>the work of %1 nodes is not known: %2</source>
        <translation>%1 个节点的工作量未知：%2</translation>
    </message>
    <message>
        <source>the work of %1 node is not known: %2</source>
        <translation>%1 个节点的工作量未知：%2</translation>
    </message>
    <message>
        <source>the inputs have dynamic dimensions: give their sizes with --dim %1=N</source>
        <translation>输入有动态维度：请用 --dim %1=N 给出尺寸</translation>
    </message>
    <message>
        <source>nothing is known about %1</source>
        <translation>对 %1 一无所知</translation>
    </message>
    <message>
        <source>%1 depends on the content of tensors, not on sizes</source>
        <translation>%1 取决于张量的内容，而非尺寸</translation>
    </message>
    <message>
        <source>%1 depend on the content of tensors, not on sizes</source>
        <translation>%1 取决于张量的内容，而非尺寸</translation>
    </message>
    <message>
        <source>the device&apos;s speed was only assumed, because it has not been probed: probe it, then compare again</source>
        <translation>设备尚未探测，其速度只是假定：请先探测，再比较</translation>
    </message>
    <message>
        <source>cannot set %1</source>
        <translation>无法设置 %1</translation>
    </message>
    <message>
        <source>training failed</source>
        <translation>训练失败</translation>
    </message>
    <message>
        <source>prediction failed</source>
        <translation>预测失败</translation>
    </message>
    <message>
        <source>slow_kernel</source>
        <translation>慢速内核</translation>
    </message>
    <message>
        <source>unfused_qdq</source>
        <translation>Q/DQ 未融合</translation>
    </message>
    <message>
        <source>layout_conversion</source>
        <translation>布局转换</translation>
    </message>
    <message>
        <source>thread_contention</source>
        <translation>线程争用</translation>
    </message>
    <message>
        <source>memory_pressure</source>
        <translation>内存压力</translation>
    </message>
    <message>
        <source>launch_overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>unexplained</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>Restore it from a copy, or move it away: a new one is made at the next run.</source>
        <translation>请用副本恢复，或将其移走：下次运行时会新建。</translation>
    </message>
    <message>
        <source>Another process writes it for long; try again.</source>
        <translation>其他进程正在长时间写入；请重试。</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>请腾出空间。</translation>
    </message>
    <message>
        <source>Check the permissions, or choose another store with METAINFER_EXPERIENCE.</source>
        <translation>请检查权限，或用 METAINFER_EXPERIENCE 选择其他经验库。</translation>
    </message>
    <message>
        <source>experience store %1 is damaged: %2</source>
        <translation>经验库 %1 已损坏：%2</translation>
    </message>
    <message>
        <source>%1 is a database of another program</source>
        <translation>%1 是其他程序的数据库</translation>
    </message>
    <message>
        <source>Choose another path for the experience store.</source>
        <translation>请为经验库选择其他路径。</translation>
    </message>
    <message>
        <source>path of the experience store contains a quote: %1</source>
        <translation>经验库的路径含引号：%1</translation>
    </message>
    <message>
        <source>Choose a path without &quot;.</source>
        <translation>请选择不含 &quot; 的路径。</translation>
    </message>
    <message>
        <source>cannot open experience store %1</source>
        <translation>无法打开经验库 %1</translation>
    </message>
    <message>
        <source>cannot read experience store %1</source>
        <translation>无法读取经验库 %1</translation>
    </message>
    <message>
        <source>cannot write experience store %1</source>
        <translation>无法写入经验库 %1</translation>
    </message>
    <message>
        <source>cannot prepare experience store %1</source>
        <translation>无法准备经验库 %1</translation>
    </message>
    <message>
        <source>cannot migrate experience store %1</source>
        <translation>无法迁移经验库 %1</translation>
    </message>
    <message>
        <source>%1: type &quot;%2&quot; is neither record nor observation</source>
        <translation>%1：类型“%2”既不是记录也不是观测</translation>
    </message>
    <message>
        <source>experience store %1 has schema %2, this program writes %3</source>
        <translation>经验库 %1 的模式为 %2，此程序写入 %3</translation>
    </message>
    <message>
        <source>Use the newer program, or another store (METAINFER_EXPERIENCE).</source>
        <translation>请使用较新的程序，或其他经验库（METAINFER_EXPERIENCE）。</translation>
    </message>
    <message>
        <source>experience store %1 was replaced by one of schema %2 while it was in use (this program writes %3)</source>
        <translation>经验库 %1 在使用期间被模式为 %2 的库替换（此程序写入 %3）</translation>
    </message>
    <message>
        <source>Run the program again.</source>
        <translation>请重新运行程序。</translation>
    </message>
    <message>
        <source>schema version %1 is outside 1 to %2</source>
        <translation>模式版本 %1 超出 1 到 %2</translation>
    </message>
    <message>
        <source>%1 is not a JSON object</source>
        <translation>%1 不是 JSON 对象</translation>
    </message>
    <message>
        <source>%1 has schema &quot;%2&quot;, this program reads &quot;%3&quot;</source>
        <translation>%1 的模式为“%2”，此程序支持“%3”</translation>
    </message>
    <message>
        <source>experience record has no model_hash or no hardware</source>
        <translation>经验记录缺少 model_hash 或 hardware</translation>
    </message>
    <message>
        <source>in an experience record</source>
        <translation>经验记录中</translation>
    </message>
    <message>
        <source>operator observation has no hardware, no op_type or no positive us</source>
        <translation>算子观测缺少 hardware、op_type 或正的 µs</translation>
    </message>
    <message>
        <source>an experience record needs a model hash and a hardware name</source>
        <translation>经验记录需要模型哈希和硬件名称</translation>
    </message>
    <message>
        <source>an operator observation needs a hardware name and a positive time</source>
        <translation>算子观测需要硬件名称和正的时间</translation>
    </message>
    <message>
        <source>removing experience needs a model, a hardware or a session</source>
        <translation>删除经验需要指定模型、硬件或会话</translation>
    </message>
    <message>
        <source>To start anew, move the store&apos;s file away.</source>
        <translation>若要重新开始，请移走经验库文件。</translation>
    </message>
    <message>
        <source>this store&apos;s schema knows no confirmations</source>
        <translation>此经验库的模式没有确认记录</translation>
    </message>
    <message>
        <source>no probe of this hardware under this environment is stored</source>
        <translation>没有保存此环境下该硬件的探测</translation>
    </message>
    <message>
        <source>Add the probe&apos;s observations first.</source>
        <translation>请先添加探测的观测。</translation>
    </message>
    <message>
        <source>explore_ratio %1 is outside 0 to 1</source>
        <translation>explore_ratio %1 超出 0 到 1</translation>
    </message>
    <message>
        <source>unknown search strategy &quot;%1&quot;</source>
        <translation>未知的搜索策略“%1”</translation>
    </message>
    <message>
        <source>cannot be told from the original (%1 of it)</source>
        <translation>与原始模型无法区分（为其 %1）</translation>
    </message>
    <message>
        <source>gains only %1, less than the %2 % that another artefact is worth</source>
        <translation>仅提升 %1，低于更换产物所值的 %2 %</translation>
    </message>
    <message>
        <source>is not better than the original (%1 of it)</source>
        <translation>不优于原始模型（为其 %1）</translation>
    </message>
    <message>
        <source>%1 is %2 of the original&apos;s, predicted or simulated in part</source>
        <translation>%1 为原始模型的 %2，部分为预测或仿真</translation>
    </message>
    <message>
        <source>%1 is %2 of the original&apos;s</source>
        <translation>%1 为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 is %2 of it</source>
        <translation>%1 为其 %2</translation>
    </message>
    <message>
        <source>the original itself does not meet the limits: %1</source>
        <translation>原始模型本身不满足限制：%1</translation>
    </message>
    <message>
        <source>cannot be told from the chosen one in the primary objective and is worse in the secondary</source>
        <translation>主要目标上与所选候选无法区分，次要目标上较差</translation>
    </message>
    <message>
        <source>cannot be told from the chosen one in the primary objective and is worse in the secondary (%1 against %2)</source>
        <translation>主要目标上与所选候选无法区分，次要目标上较差（%1 对 %2）</translation>
    </message>
    <message>
        <source>cannot be told from the chosen one, which comes before it</source>
        <translation>与所选候选无法区分，而后者排在它之前</translation>
    </message>
    <message>
        <source>is as good as the chosen one in every objective, which comes before it</source>
        <translation>在每个目标上与所选候选一样好，但后者排在它之前</translation>
    </message>
    <message>
        <source>as good in every objective: %1 more, the first of all these is chosen</source>
        <translation>另有 %1 个候选在每个目标上同样好，选取其中排在最前的一个</translation>
    </message>
    <message>
        <source>cannot be told from the chosen one, %1, which changes no more than it</source>
        <translation>与所选候选 %1 无法区分，而后者的改动不比它多</translation>
    </message>
    <message>
        <source>%1 %2 is below %3, the original&apos;s %4 less max_accuracy_drop</source>
        <translation>%1 %2 低于 %3（即原始模型的 %4 减去 max_accuracy_drop）</translation>
    </message>
    <message>
        <source>%1 %2 is below %3, the original&apos;s %4 less max_accuracy_drop on the search&apos;s %5 samples</source>
        <translation>%1 %2 低于 %3（即原始模型的 %4 减去 max_accuracy_drop，按搜索所用的 %5 个样本计算）</translation>
    </message>
    <message>
        <source>%1 drops by %2 on the search&apos;s %3 samples, more than %4</source>
        <translation>%1 在搜索所用的 %3 个样本上下降 %2，超过 %4</translation>
    </message>
    <message>
        <source>%1 is %2 on the search&apos;s %3 samples, below the gate %4</source>
        <translation>%1 在搜索所用的 %3 个样本上为 %2，低于门限 %4</translation>
    </message>
    <message>
        <source>scores %1 against %2 of the chosen one and is dominated</source>
        <translation>得分 %1，所选候选为 %2，且被支配</translation>
    </message>
    <message>
        <source>scores %1 against %2 of the chosen one</source>
        <translation>得分 %1，所选候选为 %2</translation>
    </message>
    <message>
        <source>There was no candidate to compare with: keep the original.</source>
        <translation>没有可比较的候选：保留原始模型。</translation>
    </message>
    <message>
        <source>No candidate beats the original distinguishably within the limits: adapting is not worth it, keep the original.</source>
        <translation>没有候选在限制内明显优于原始模型：不值得迁移，保留原始模型。</translation>
    </message>
    <message>
        <source>No candidate meets the limits.</source>
        <translation>没有候选满足限制。</translation>
    </message>
    <message>
        <source>No candidate passed its checks.</source>
        <translation>没有候选通过检查。</translation>
    </message>
    <message>
        <source>No candidate meets %1.</source>
        <translation>没有候选满足 %1。</translation>
    </message>
    <message>
        <source>Some candidates meet %1, others %2, none both.</source>
        <translation>有的候选满足 %1，有的满足 %2，没有同时满足两者的。</translation>
    </message>
    <message>
        <source>Each two of these limits can be met, but not all together: %1.</source>
        <translation>这些限制两两可满足，但不能同时满足全部：%1。</translation>
    </message>
    <message>
        <source>%1 holds for %2 %3, but its interval reaches over it</source>
        <translation>%1 对 %2 %3 成立，但其区间越过了限制</translation>
    </message>
    <message>
        <source>%1 was not measured, so %2 is not shown to hold</source>
        <translation>未测量 %1，因此无法说明 %2 成立</translation>
    </message>
    <message>
        <source>%1 cannot be checked: nothing here measures %2</source>
        <translation>无法检查 %1：此处无法测量 %2</translation>
    </message>
    <message>
        <source>total score</source>
        <translation>总分</translation>
    </message>
    <message>
        <source>Name some under accuracy.calibration, or use int8_dynamic.</source>
        <translation>请在 accuracy.calibration 中指定，或使用 int8_dynamic。</translation>
    </message>
    <message>
        <source>Run `metainfer doctor`.</source>
        <translation>请运行 `metainfer doctor`。</translation>
    </message>
    <message>
        <source>while lowering to %1</source>
        <translation>降低到 %1 时</translation>
    </message>
    <message>
        <source>precision.%1: unknown element type &quot;%2&quot;</source>
        <translation>precision.%1：未知的元素类型“%2”</translation>
    </message>
    <message>
        <source>Legal: uint8, int8, uint16, int16.</source>
        <translation>合法值：uint8、int8、uint16、int16。</translation>
    </message>
    <message>
        <source>unknown calibration method &quot;%1&quot;</source>
        <translation>未知的校准方法“%1”</translation>
    </message>
    <message>
        <source>percentile %1 is out of range</source>
        <translation>百分位 %1 超出范围</translation>
    </message>
    <message>
        <source>Legal: above 50, at most 100.</source>
        <translation>合法值：大于 50，不超过 100。</translation>
    </message>
    <message>
        <source>block_size %1 is not legal</source>
        <translation>block_size %1 不合法</translation>
    </message>
    <message>
        <source>a variant must be a JSON object</source>
        <translation>变体必须是 JSON 对象</translation>
    </message>
    <message>
        <source>shape binding %1=%2 is not legal</source>
        <translation>形状绑定 %1=%2 不合法</translation>
    </message>
    <message>
        <source>A size is at least 1.</source>
        <translation>尺寸至少为 1。</translation>
    </message>
    <message>
        <source>a rewrite of a variant names no rule</source>
        <translation>变体中的某个改写没有指定规则</translation>
    </message>
    <message>
        <source>Give each entry of &quot;rewrites&quot; a &quot;rule&quot;.</source>
        <translation>请给 &quot;rewrites&quot; 的每一项添加 &quot;rule&quot;。</translation>
    </message>
    <message>
        <source>a mapping must be a JSON object</source>
        <translation>映射必须是 JSON 对象</translation>
    </message>
    <message>
        <source>a candidate must be a JSON object</source>
        <translation>候选必须是 JSON 对象</translation>
    </message>
    <message>
        <source>a candidate has no id</source>
        <translation>候选没有编号</translation>
    </message>
    <message>
        <source>%1 has no variant or no mapping</source>
        <translation>%1 没有变体或映射</translation>
    </message>
    <message>
        <source>cannot convert %1 to %2</source>
        <translation>无法将 %1 转换为 %2</translation>
    </message>
    <message>
        <source>Save the array in the type that the model wants.</source>
        <translation>请用模型要求的类型保存数组。</translation>
    </message>
    <message>
        <source>%1: %2 does not fit %3 of an earlier file</source>
        <translation>%1：%2 与先前文件的 %3 不符</translation>
    </message>
    <message>
        <source>All files of a folder must agree in type and in all axes but the first.</source>
        <translation>文件夹中所有文件的类型以及除第一个轴外的各轴必须一致。</translation>
    </message>
    <message>
        <source>%1: folders of pictures are not read yet</source>
        <translation>%1：暂不支持读取图片文件夹</translation>
    </message>
    <message>
        <source>Save the preprocessed pictures as one .npz whose array has the name of the model&apos;s input.</source>
        <translation>请将预处理后的图片保存为一个 .npz，其数组名为模型的输入名。</translation>
    </message>
    <message>
        <source>%1: the folder holds no samples</source>
        <translation>%1：文件夹中没有样本</translation>
    </message>
    <message>
        <source>Put .npy or .npz files there, or name another folder.</source>
        <translation>请放入 .npy 或 .npz 文件，或指定其他文件夹。</translation>
    </message>
    <message>
        <source>%1: array &quot;%2&quot; is %3, but input &quot;%4&quot; is %5</source>
        <translation>%1：数组“%2”为 %3，但输入“%4”为 %5</translation>
    </message>
    <message>
        <source>All axes but the first must agree; the first counts samples.</source>
        <translation>除第一个轴外各轴必须一致；第一个轴为样本数。</translation>
    </message>
    <message>
        <source>batch size %1 asked for, but input &quot;%2&quot; is %3</source>
        <translation>要求的批大小为 %1，但输入“%2”为 %3</translation>
    </message>
    <message>
        <source>Use batch size %1.</source>
        <translation>请使用批大小 %1。</translation>
    </message>
    <message>
        <source>Each row of the array must have the shape of the input.</source>
        <translation>数组的每一行必须具有输入的形状。</translation>
    </message>
    <message>
        <source>Rows of this array are whole inputs: use batch size 1.</source>
        <translation>此数组的每一行是完整的输入：请使用批大小 1。</translation>
    </message>
    <message>
        <source>The array needs the rank of the input, or one more.</source>
        <translation>数组的维数须等于输入的维数或多一维。</translation>
    </message>
    <message>
        <source>%1: array &quot;%2&quot; for input &quot;%3&quot;</source>
        <translation>%1：输入“%3”的数组“%2”</translation>
    </message>
    <message>
        <source>input &quot;%1&quot; is no tensor</source>
        <translation>输入“%1”不是张量</translation>
    </message>
    <message>
        <source>Models with sequence, map or optional inputs cannot be fed.</source>
        <translation>无法为含序列、映射或可选输入的模型提供数据。</translation>
    </message>
    <message>
        <source>input &quot;%1&quot; has no known rank</source>
        <translation>输入“%1”的维数未知</translation>
    </message>
    <message>
        <source>Give the input a shape in the model; dimensions may be symbolic.</source>
        <translation>请在模型中给该输入指定形状；维度可以是符号。</translation>
    </message>
    <message>
        <source>%1: no such file or folder</source>
        <translation>%1：没有该文件或文件夹</translation>
    </message>
    <message>
        <source>%1: not a data set that can be read</source>
        <translation>%1：不是可读取的数据集</translation>
    </message>
    <message>
        <source>Legal: .npz, .npy, or a folder of them.</source>
        <translation>合法：.npz、.npy 或其文件夹。</translation>
    </message>
    <message>
        <source>%1: there are no arrays in it</source>
        <translation>%1：其中没有数组</translation>
    </message>
    <message>
        <source>Save at least one array whose first axis counts samples.</source>
        <translation>请至少保存一个第一个轴为样本数的数组。</translation>
    </message>
    <message>
        <source>%1: array &quot;%2&quot; has %3 samples, but &quot;%4&quot; has %5</source>
        <translation>%1：数组“%2”有 %3 个样本，但“%4”有 %5 个</translation>
    </message>
    <message>
        <source>The first axis of every array counts samples and must agree.</source>
        <translation>每个数组的第一个轴为样本数，必须一致。</translation>
    </message>
    <message>
        <source>%1: it holds no samples</source>
        <translation>%1：其中没有样本</translation>
    </message>
    <message>
        <source>At least one sample is needed.</source>
        <translation>至少需要一个样本。</translation>
    </message>
    <message>
        <source>%1: batch size 0 is not legal</source>
        <translation>%1：批大小 0 不合法</translation>
    </message>
    <message>
        <source>A batch size is at least 1.</source>
        <translation>批大小至少为 1。</translation>
    </message>
    <message>
        <source>%1: no array for input &quot;%2&quot; (%3)</source>
        <translation>%1：没有输入“%2”的数组（%3）</translation>
    </message>
    <message>
        <source>input &quot;%1&quot; is %2: the size of axis %3 is not known</source>
        <translation>输入“%1”为 %2：轴 %3 的尺寸未知</translation>
    </message>
    <message>
        <source>Give a shape for &quot;%1&quot; under `inputs:`, or bind &quot;%2&quot;.</source>
        <translation>请在 `inputs:` 中给出“%1”的形状，或绑定“%2”。</translation>
    </message>
    <message>
        <source>the shape given for input &quot;%1&quot; has %2 axes, the model&apos;s has %3</source>
        <translation>给输入“%1”的形状有 %2 个轴，模型的有 %3 个</translation>
    </message>
    <message>
        <source>Give one size per axis: %1</source>
        <translation>请给每个轴一个尺寸：%1</translation>
    </message>
    <message>
        <source>input &quot;%1&quot;: the range [%2, %3] is empty</source>
        <translation>输入“%1”：范围 [%2, %3] 为空</translation>
    </message>
    <message>
        <source>The low end must not be above the high end.</source>
        <translation>下限不能大于上限。</translation>
    </message>
    <message>
        <source>input &quot;%1&quot;: shape [%2] is not legal</source>
        <translation>输入“%1”：形状 [%2] 不合法</translation>
    </message>
    <message>
        <source>Sizes are at least 0 and all samples fit in memory.</source>
        <translation>尺寸至少为 0，且所有样本要能放入内存。</translation>
    </message>
    <message>
        <source>Write the array again with numpy.save or numpy.savez.</source>
        <translation>请用 numpy.save 或 numpy.savez 重新写入数组。</translation>
    </message>
    <message>
        <source>the header has no shape</source>
        <translation>头部没有形状</translation>
    </message>
    <message>
        <source>the shape in the header is not legal</source>
        <translation>头部中的形状不合法</translation>
    </message>
    <message>
        <source>not a .npy array (wrong first bytes)</source>
        <translation>不是 .npy 数组（开头字节错误）</translation>
    </message>
    <message>
        <source>%1: .npy version %2 is not known</source>
        <translation>%1：未知的 .npy 版本 %2</translation>
    </message>
    <message>
        <source>Legal: versions 1 to 3.</source>
        <translation>合法：版本 1 到 3。</translation>
    </message>
    <message>
        <source>the header is cut off</source>
        <translation>头部被截断</translation>
    </message>
    <message>
        <source>the header lacks descr, fortran_order or shape</source>
        <translation>头部缺少 descr、fortran_order 或 shape</translation>
    </message>
    <message>
        <source>arrays of records are not supported</source>
        <translation>不支持记录数组</translation>
    </message>
    <message>
        <source>Save each field as an array of its own.</source>
        <translation>请将每个字段保存为单独的数组。</translation>
    </message>
    <message>
        <source>the data is cut off</source>
        <translation>数据被截断</translation>
    </message>
    <message>
        <source>text arrays in Fortran order are not supported</source>
        <translation>不支持 Fortran 顺序的文本数组</translation>
    </message>
    <message>
        <source>Save it in C order: numpy.ascontiguousarray.</source>
        <translation>请以 C 顺序保存：numpy.ascontiguousarray。</translation>
    </message>
    <message>
        <source>big-endian text arrays are not supported</source>
        <translation>不支持大端文本数组</translation>
    </message>
    <message>
        <source>Save it in little-endian order: array.astype(&apos;&lt;U&apos;).</source>
        <translation>请以小端保存：array.astype(&apos;&lt;U&apos;)。</translation>
    </message>
    <message>
        <source>%1: element type &apos;%2&apos; is not supported</source>
        <translation>%1：不支持元素类型“%2”</translation>
    </message>
    <message>
        <source>Legal: f2 f4 f8, i1 i2 i4 i8, u1 u2 u4 u8, bool, S and U text.</source>
        <translation>合法：f2 f4 f8、i1 i2 i4 i8、u1 u2 u4 u8、bool、S 和 U 文本。</translation>
    </message>
    <message>
        <source>the data is cut off (%1 bytes, %2 elements of %3 bytes expected)</source>
        <translation>数据被截断（有 %1 字节，应为 %2 个 %3 字节的元素）</translation>
    </message>
    <message>
        <source>%1: NumPy has no element type %2</source>
        <translation>%1：NumPy 没有元素类型 %2</translation>
    </message>
    <message>
        <source>Convert the tensor first: f2 f4 f8, i1 i2 i4 i8, u1 u2 u4 u8 and bool are legal.</source>
        <translation>请先转换张量：f2 f4 f8、i1 i2 i4 i8、u1 u2 u4 u8 和 bool 合法。</translation>
    </message>
    <message>
        <source>Write the file again with numpy.savez or numpy.savez_compressed.</source>
        <translation>请用 numpy.savez 或 numpy.savez_compressed 重新写入文件。</translation>
    </message>
    <message>
        <source>not a .npz archive (no ZIP directory at its end)</source>
        <translation>不是 .npz 归档（末尾没有 ZIP 目录）</translation>
    </message>
    <message>
        <source>the ZIP directory points outside the file</source>
        <translation>ZIP 目录指向文件之外</translation>
    </message>
    <message>
        <source>ZIP directory entry %1 is damaged</source>
        <translation>ZIP 目录项 %1 已损坏</translation>
    </message>
    <message>
        <source>ZIP directory entry %1 is cut off</source>
        <translation>ZIP 目录项 %1 被截断</translation>
    </message>
    <message>
        <source>cannot start to decompress</source>
        <translation>无法开始解压</translation>
    </message>
    <message>
        <source>array &quot;%1&quot; cannot be decompressed</source>
        <translation>数组“%1”无法解压</translation>
    </message>
    <message>
        <source>array &quot;%1&quot; has an impossible size</source>
        <translation>数组“%1”的尺寸不可能</translation>
    </message>
    <message>
        <source>array &quot;%1&quot; is damaged</source>
        <translation>数组“%1”已损坏</translation>
    </message>
    <message>
        <source>%1: array &quot;%2&quot; uses ZIP method %3</source>
        <translation>%1：数组“%2”使用 ZIP 方法 %3</translation>
    </message>
    <message>
        <source>Legal: stored (0) and deflated (8), as numpy.savez and numpy.savez_compressed write.</source>
        <translation>合法：stored (0) 和 deflated (8)，即 numpy.savez 和 numpy.savez_compressed 的写法。</translation>
    </message>
    <message>
        <source>array &quot;%1&quot; fails its checksum</source>
        <translation>数组“%1”校验和不符</translation>
    </message>
    <message>
        <source>%1=%2 is not a legal mapping here</source>
        <translation>%1=%2 在此处不是合法的映射</translation>
    </message>
    <message>
        <source>the target does not honour all of %1</source>
        <translation>目标不支持 %1 中的全部内容</translation>
    </message>
    <message>
        <source>The default is %1.</source>
        <translation>默认为 %1。</translation>
    </message>
    <message>
        <source>there is no tensor &quot;%1&quot; to calibrate</source>
        <translation>没有可校准的张量“%1”</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; is %2, only float32 can be calibrated</source>
        <translation>张量“%1”为 %2，只有 float32 可以校准</translation>
    </message>
    <message>
        <source>while calibrating with %1</source>
        <translation>用 %1 校准时</translation>
    </message>
    <message>
        <source>asked to stay float</source>
        <translation>要求保持浮点</translation>
    </message>
    <message>
        <source>fragile or without kernel</source>
        <translation>易受影响或没有内核</translation>
    </message>
    <message>
        <source>%1 constants were clamped to the range of float16</source>
        <translation>%1 个常量被截到 float16 的范围</translation>
    </message>
    <message>
        <source>%1 integer operators, none computed in float; %2 QuantizeLinear and %3 DequantizeLinear are left</source>
        <translation>%1 个整数算子，没有按浮点计算的；剩余 %2 个 QuantizeLinear 和 %3 个 DequantizeLinear</translation>
    </message>
    <message>
        <source>no linear layer</source>
        <translation>不是线性层</translation>
    </message>
    <message>
        <source>its input is not float32</source>
        <translation>其输入不是 float32</translation>
    </message>
    <message>
        <source>its weights are not constant</source>
        <translation>其权重不是常量</translation>
    </message>
    <message>
        <source>its weights are not a float32 matrix</source>
        <translation>其权重不是 float32 矩阵</translation>
    </message>
    <message>
        <source>its weights are empty</source>
        <translation>其权重为空</translation>
    </message>
    <message>
        <source>its input is transposed (transA)</source>
        <translation>其输入被转置（transA）</translation>
    </message>
    <message>
        <source>alpha or beta is not 1</source>
        <translation>alpha 或 beta 不为 1</translation>
    </message>
    <message>
        <source>its bias is not a float32 constant</source>
        <translation>其偏置不是 float32 常量</translation>
    </message>
    <message>
        <source>its bias is no vector of the output&apos;s width</source>
        <translation>其偏置不是与输出等宽的向量</translation>
    </message>
    <message>
        <source>the weights of %1 &quot;%2&quot; hold NaN or infinity</source>
        <translation>%1“%2”的权重含 NaN 或无穷大</translation>
    </message>
    <message>
        <source>constant &quot;%1&quot; holds NaN or infinity</source>
        <translation>常量“%1”含 NaN 或无穷大</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; of opset %3 cannot be written in opset %4: %5</source>
        <translation>opset %3 的 %1“%2”无法写成 opset %4：%5</translation>
    </message>
    <message>
        <source>Export the model with opset 13 or newer.</source>
        <translation>请用 opset 13 或更新的版本导出模型。</translation>
    </message>
    <message>
        <source>Scan had another form before opset 9</source>
        <translation>opset 9 之前 Scan 的形式不同</translation>
    </message>
    <message>
        <source>it has no pads</source>
        <translation>它没有填充</translation>
    </message>
    <message>
        <source>it pads other than float32 with a value</source>
        <translation>它用某个值填充非 float32 类型</translation>
    </message>
    <message>
        <source>its scales are not constant</source>
        <translation>其缩放比例不是常量</translation>
    </message>
    <message>
        <source>shrinking rounds differently since opset 11</source>
        <translation>自 opset 11 起缩小时的取整方式不同</translation>
    </message>
    <message>
        <source>it normalises every position by itself (spatial=0)</source>
        <translation>它逐位置归一化（spatial=0）</translation>
    </message>
    <message>
        <source>the model is written in opset %1, quantization needs opset %2</source>
        <translation>模型的 opset 为 %1，量化需要 opset %2</translation>
    </message>
    <message>
        <source>Models from opset %1 on are converted; export it again.</source>
        <translation>opset %1 及以后的模型会被转换；请重新导出。</translation>
    </message>
    <message>
        <source>the model has functions of its own, whose opset cannot be raised</source>
        <translation>模型含自定义函数，其 opset 无法提升</translation>
    </message>
    <message>
        <source>its weights are not a float32 constant</source>
        <translation>其权重不是 float32 常量</translation>
    </message>
    <message>
        <source>its bias is not constant</source>
        <translation>其偏置不是常量</translation>
    </message>
    <message>
        <source>its weights are not float32 constants</source>
        <translation>其权重不是 float32 常量</translation>
    </message>
    <message>
        <source>its layout has the batch first</source>
        <translation>其布局以批为先</translation>
    </message>
    <message>
        <source>the runtime takes int8 weights only</source>
        <translation>运行时只接受 int8 权重</translation>
    </message>
    <message>
        <source>dynamic quantization to %1 weights is not there</source>
        <translation>没有到 %1 权重的动态量化</translation>
    </message>
    <message>
        <source>Legal: int8, uint8.</source>
        <translation>合法值：int8、uint8。</translation>
    </message>
    <message>
        <source>static quantization to %1 activations and %2 weights is not there</source>
        <translation>没有到 %1 激活值和 %2 权重的静态量化</translation>
    </message>
    <message>
        <source>Legal: uint8 or int8 for both.</source>
        <translation>合法值：两者均为 uint8 或 int8。</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; was not calibrated</source>
        <translation>张量“%1”没有校准</translation>
    </message>
    <message>
        <source>Calibrate the tensors that tensorsToCalibrate names.</source>
        <translation>请校准 tensorsToCalibrate 列出的张量。</translation>
    </message>
    <message>
        <source>the range behind %1 &quot;%2&quot; reaches below zero</source>
        <translation>%1“%2”之后的范围低于零</translation>
    </message>
    <message>
        <source>block size %1 is not legal</source>
        <translation>块大小 %1 不合法</translation>
    </message>
    <message>
        <source>its weights are too few to matter</source>
        <translation>其权重太少，没有意义</translation>
    </message>
    <message>
        <source>4-bit weights find nothing to work on: no MatMul or Gemm with a large constant matrix</source>
        <translation>4 位权重没有可作用之处：没有带大型常量矩阵的 MatMul 或 Gemm</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; held no finite value in the calibration run: %2 NaN, %3 infinite</source>
        <translation>张量“%1”在校准运行中没有有限值：%2 个 NaN，%3 个无穷大</translation>
    </message>
    <message>
        <source>Check the model&apos;s weights and the calibration data.</source>
        <translation>请检查模型的权重和校准数据。</translation>
    </message>
    <message>
        <source>weight %1 is %2: weights must be finite</source>
        <translation>权重 %1 为 %2：权重必须有限</translation>
    </message>
    <message>
        <source>a normalization follows that should be folded first</source>
        <translation>其后有应先折叠的归一化</translation>
    </message>
    <message>
        <source>different activations follow, each of which fuses into its own branch</source>
        <translation>其后的激活各不相同，各自融合到自己的分支中</translation>
    </message>
    <message>
        <source>the branches have different hardware intents</source>
        <translation>各分支的硬件意图不同</translation>
    </message>
    <message>
        <source>dimension &quot;%1&quot; cannot be %2: legal are sizes from 1</source>
        <translation>维度“%1”不能为 %2：合法尺寸从 1 开始</translation>
    </message>
    <message>
        <source>the model&apos;s inputs have no symbolic dimension &quot;%1&quot;</source>
        <translation>模型的输入没有符号维度“%1”</translation>
    </message>
    <message>
        <source>All its input dimensions are fixed.</source>
        <translation>其输入维度全部固定。</translation>
    </message>
    <message>
        <source>the %1 is quantized</source>
        <translation>%1 已量化</translation>
    </message>
    <message>
        <source>the %1 is not constant</source>
        <translation>%1 不是常量</translation>
    </message>
    <message>
        <source>the %1 is %2, not float32</source>
        <translation>%1 为 %2，不是 float32</translation>
    </message>
    <message>
        <source>the %1 is shared and a copy would cost %2 MiB</source>
        <translation>%1 被共享，复制会占用 %2 MiB</translation>
    </message>
    <message>
        <source>it is no convolution or product</source>
        <translation>它不是卷积或乘积</translation>
    </message>
    <message>
        <source>the weight has an unexpected rank</source>
        <translation>权重的维数不符合预期</translation>
    </message>
    <message>
        <source>its channels do not divide by its groups</source>
        <translation>其通道数不能被组数整除</translation>
    </message>
    <message>
        <source>the bias is not one number per channel</source>
        <translation>偏置不是每通道一个数</translation>
    </message>
    <message>
        <source>The weights of this node hold NaN, infinite or very large numbers.</source>
        <translation>此节点的权重含 NaN、无穷大或极大的数。</translation>
    </message>
    <message>
        <source>the normalization is in training mode</source>
        <translation>归一化处于训练模式</translation>
    </message>
    <message>
        <source>the normalization is not per channel (spatial = 0)</source>
        <translation>归一化不是逐通道的（spatial = 0）</translation>
    </message>
    <message>
        <source>its statistics are read</source>
        <translation>其统计量被读取</translation>
    </message>
    <message>
        <source>its parameters are not float32 constants of equal length</source>
        <translation>其参数不是等长的 float32 常量</translation>
    </message>
    <message>
        <source>its parameters of channel %1 give no finite number</source>
        <translation>其通道 %1 的参数不能得出有限数</translation>
    </message>
    <message>
        <source>its result and its source are both outputs of the graph</source>
        <translation>其结果与来源都是图的输出</translation>
    </message>
    <message>
        <source>it copies a graph input to a graph output</source>
        <translation>它把图的输入复制到图的输出</translation>
    </message>
    <message>
        <source>it copies a constant or an outer value to a graph output</source>
        <translation>它把常量或外层的值复制到图的输出</translation>
    </message>
    <message>
        <source>it needs %1, which %2 does not support</source>
        <translation>它需要 %1，而 %2 不支持</translation>
    </message>
    <message>
        <source>no rewrite rule is called &quot;%1&quot;</source>
        <translation>没有名为“%1”的改写规则</translation>
    </message>
    <message>
        <source>transforms: &quot;%1&quot; is neither a rewrite rule nor a group of them</source>
        <translation>transforms：“%1”既不是改写规则也不是规则组</translation>
    </message>
    <message>
        <source>removes what computes nothing or computes it twice</source>
        <translation>移除不起作用或重复的计算</translation>
    </message>
    <message>
        <source>folds normalization, scale and shift into the weights before or after it</source>
        <translation>将归一化、缩放和平移折叠到前后的权重中</translation>
    </message>
    <message>
        <source>merges, cancels and moves Concat, Split and Slice</source>
        <translation>合并、抵消和移动 Concat、Split 与 Slice</translation>
    </message>
    <message>
        <source>computes branches that share an input by one larger product</source>
        <translation>用一个更大的乘积计算共享输入的分支</translation>
    </message>
    <message>
        <source>lower precision, chosen by the precision plans</source>
        <translation>降低数值精度，由数值精度方案选择</translation>
    </message>
    <message>
        <source>pads channels to the alignment of the target</source>
        <translation>将通道补齐到目标的对齐</translation>
    </message>
    <message>
        <source>changes the number of groups of convolutions</source>
        <translation>改变卷积的组数</translation>
    </message>
    <message>
        <source>Merges nodes with equal operator, attributes and inputs.</source>
        <translation>合并算子、属性和输入相同的节点。</translation>
    </message>
    <message>
        <source>its result and its twin&apos;s are both outputs of the graph</source>
        <translation>其结果与孪生节点的结果都是图的输出</translation>
    </message>
    <message>
        <source>Merges a Concat into the Concat that reads it, along the same axis.</source>
        <translation>将 Concat 合并到沿同一轴读取它的 Concat 中。</translation>
    </message>
    <message>
        <source>the Concat before it joins along another axis or is also read elsewhere</source>
        <translation>前面的 Concat 沿其他轴拼接，或还在别处被读取</translation>
    </message>
    <message>
        <source>Removes a Split that gives back exactly what a Concat joined.</source>
        <translation>移除恰好还原 Concat 拼接内容的 Split。</translation>
    </message>
    <message>
        <source>the two work along different axes</source>
        <translation>两者沿不同的轴</translation>
    </message>
    <message>
        <source>the parts are not those that were joined</source>
        <translation>各部分不是当初拼接的部分</translation>
    </message>
    <message>
        <source>the sizes are not known to be those that were joined</source>
        <translation>无法确定尺寸就是当初拼接的尺寸</translation>
    </message>
    <message>
        <source>a tensor is joined twice and its parts are outputs of the graph</source>
        <translation>某张量被拼接两次，且其部分是图的输出</translation>
    </message>
    <message>
        <source>Moves an elementwise operator that all inputs of a Concat share behind it.</source>
        <translation>将 Concat 所有输入共有的逐元素算子移到其后。</translation>
    </message>
    <message>
        <source>the result of a branch is also read elsewhere</source>
        <translation>某分支的结果还在别处被读取</translation>
    </message>
    <message>
        <source>%1 fuses into the %2 of its branch</source>
        <translation>%1 会融合到其分支的 %2 中</translation>
    </message>
    <message>
        <source>Computes nodes with constant inputs once, by executing them.</source>
        <translation>将输入为常量的节点执行一次，预先算出结果。</translation>
    </message>
    <message>
        <source>no runtime is at hand to compute it</source>
        <translation>没有可用的运行时来计算它</translation>
    </message>
    <message>
        <source>it is an output of the graph</source>
        <translation>它是图的输出</translation>
    </message>
    <message>
        <source>the constant `%1` has no tensor</source>
        <translation>常量 `%1` 没有张量</translation>
    </message>
    <message>
        <source>an input is sparse or text</source>
        <translation>有输入为稀疏或文本</translation>
    </message>
    <message>
        <source>its result is an output of the graph</source>
        <translation>其结果是图的输出</translation>
    </message>
    <message>
        <source>the type of its result is not known</source>
        <translation>其结果的类型未知</translation>
    </message>
    <message>
        <source>its result would make the model %1 KiB larger</source>
        <translation>其结果会使模型增大 %1 KiB</translation>
    </message>
    <message>
        <source>the constant `%1` cannot be read</source>
        <translation>无法读取常量 `%1`</translation>
    </message>
    <message>
        <source>the runtime returned %1 results, the folded part has %2</source>
        <translation>运行时返回 %1 个结果，被折叠部分有 %2 个</translation>
    </message>
    <message>
        <source>Removes nodes and constants that nobody reads.</source>
        <translation>移除无人读取的节点和常量。</translation>
    </message>
    <message>
        <source>Turns division by a float constant into multiplication by its reciprocal.</source>
        <translation>将除以浮点常量变为乘以其倒数。</translation>
    </message>
    <message>
        <source>before opset 7 broadcasting is given by attributes</source>
        <translation>opset 7 之前广播由属性给出</translation>
    </message>
    <message>
        <source>the divisor is not float32</source>
        <translation>除数不是 float32</translation>
    </message>
    <message>
        <source>a divisor or its reciprocal is zero, tiny, infinite or NaN</source>
        <translation>除数或其倒数为零、极小、无穷大或 NaN</translation>
    </message>
    <message>
        <source>the divisor `%1` cannot be read</source>
        <translation>无法读取除数 `%1`</translation>
    </message>
    <message>
        <source>is_test is not set: before opset 7 that means training</source>
        <translation>未设置 is_test：opset 7 之前表示训练</translation>
    </message>
    <message>
        <source>training_mode is not a constant</source>
        <translation>training_mode 不是常量</translation>
    </message>
    <message>
        <source>training_mode is true: results are random</source>
        <translation>training_mode 为真：结果是随机的</translation>
    </message>
    <message>
        <source>its mask is read</source>
        <translation>其掩码被读取</translation>
    </message>
    <message>
        <source>Removes Dropout outside training.</source>
        <translation>移除训练之外的 Dropout。</translation>
    </message>
    <message>
        <source>Removes Identity nodes.</source>
        <translation>移除 Identity 节点。</translation>
    </message>
    <message>
        <source>Removes Cast and CastLike to the type that the input already has.</source>
        <translation>移除转换为输入已有类型的 Cast 与 CastLike。</translation>
    </message>
    <message>
        <source>the types are not known</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>Removes Pad nodes whose pads are all zero.</source>
        <translation>移除填充全为零的 Pad 节点。</translation>
    </message>
    <message>
        <source>the pads are not constant</source>
        <translation>填充不是常量</translation>
    </message>
    <message>
        <source>Removes Reshape, Flatten, Squeeze, Expand, Tile and Transpose that change nothing.</source>
        <translation>移除不起作用的 Reshape、Flatten、Squeeze、Expand、Tile 与 Transpose。</translation>
    </message>
    <message>
        <source>Removes Concat, Sum, Max, Min and Mean of one input, Split into one part, and Slice of everything.</source>
        <translation>移除单输入的 Concat、Sum、Max、Min 与 Mean，只分一份的 Split，以及取全部的 Slice。</translation>
    </message>
    <message>
        <source>Folds BatchNormalization into the Conv, ConvTranspose or Gemm before it, or into the Conv after it.</source>
        <translation>将 BatchNormalization 折叠到其前的 Conv、ConvTranspose 或 Gemm，或其后的 Conv 中。</translation>
    </message>
    <message>
        <source>before opset 7 the bias of Gemm does not broadcast by itself</source>
        <translation>opset 7 之前 Gemm 的偏置不会自动广播</translation>
    </message>
    <message>
        <source>the result of the %1 before it is also read elsewhere</source>
        <translation>其前的 %1 的结果还在别处被读取</translation>
    </message>
    <message>
        <source>the channel counts differ</source>
        <translation>通道数不同</translation>
    </message>
    <message>
        <source>the Conv after it pads with zeros, which the shift would change</source>
        <translation>其后的 Conv 用零填充，平移会改变它</translation>
    </message>
    <message>
        <source>Folds Mul, Add and Sub by a constant into the weights of the Conv, ConvTranspose, Gemm or MatMul before it.</source>
        <translation>将与常量的 Mul、Add 和 Sub 折叠到其前的 Conv、ConvTranspose、Gemm 或 MatMul 的权重中。</translation>
    </message>
    <message>
        <source>the rank of the product is not known</source>
        <translation>乘积的维数未知</translation>
    </message>
    <message>
        <source>the constant is not one float32 number per channel</source>
        <translation>常量不是每通道一个 float32 数</translation>
    </message>
    <message>
        <source>the padding is not constant</source>
        <translation>填充不是常量</translation>
    </message>
    <message>
        <source>the padding is not zero</source>
        <translation>填充不为零</translation>
    </message>
    <message>
        <source>the padding is not a constant float32 zero</source>
        <translation>填充不是常量 float32 零</translation>
    </message>
    <message>
        <source>the window pads automatically, which depends on the input&apos;s size</source>
        <translation>窗口自动填充，取决于输入尺寸</translation>
    </message>
    <message>
        <source>the pooling rounds its output size up</source>
        <translation>池化将输出尺寸向上取整</translation>
    </message>
    <message>
        <source>the pooling has padding of its own that it does not count</source>
        <translation>池化自身有不计入的填充</translation>
    </message>
    <message>
        <source>Folds zero padding into the Conv or AveragePool after it.</source>
        <translation>将零填充折叠到其后的 Conv 或 AveragePool 中。</translation>
    </message>
    <message>
        <source>a maximum ignores the window&apos;s own padding, not explicit zeros</source>
        <translation>最大值忽略窗口自身的填充，但不忽略显式的零</translation>
    </message>
    <message>
        <source>before opset 7 AveragePool cannot count padding</source>
        <translation>opset 7 之前 AveragePool 不能计入填充</translation>
    </message>
    <message>
        <source>negative pads cut instead of padding</source>
        <translation>负填充是裁剪而非填充</translation>
    </message>
    <message>
        <source>the batch or the channels are padded too</source>
        <translation>批或通道也被填充</translation>
    </message>
    <message>
        <source>the window&apos;s pads do not fit its rank</source>
        <translation>窗口的填充与其维数不符</translation>
    </message>
    <message>
        <source>pooling cannot pad by the size of its window</source>
        <translation>池化的填充不能达到其窗口尺寸</translation>
    </message>
    <message>
        <source>Computes 1x1 convolutions that share an input as one, then splits.</source>
        <translation>将共享输入的 1x1 卷积合并计算，再拆分。</translation>
    </message>
    <message>
        <source>Computes MatMul or Gemm nodes that share an input, such as query, key and value, as one, then splits.</source>
        <translation>将共享输入的 MatMul 或 Gemm（例如 query、key、value）合并计算，再拆分。</translation>
    </message>
    <message>
        <source>the rank of the shared input is not known</source>
        <translation>共享输入的维数未知</translation>
    </message>
    <message>
        <source>Turns MatMul of two matrices and the Add after it into one Gemm.</source>
        <translation>将两个矩阵的 MatMul 与其后的 Add 变为一个 Gemm。</translation>
    </message>
    <message>
        <source>before opset 7 Gemm does not broadcast</source>
        <translation>opset 7 之前 Gemm 不广播</translation>
    </message>
    <message>
        <source>the operands are not both matrices</source>
        <translation>操作数不都是矩阵</translation>
    </message>
    <message>
        <source>the type is not a floating-point one that Gemm takes everywhere</source>
        <translation>类型不是 Gemm 处处支持的浮点类型</translation>
    </message>
    <message>
        <source>the product is also read elsewhere</source>
        <translation>乘积还在别处被读取</translation>
    </message>
    <message>
        <source>the addend does not broadcast to the product&apos;s shape</source>
        <translation>加数不能广播到乘积的形状</translation>
    </message>
    <message>
        <source>Merges a Conv with the 1x1 Conv after it when that needs less work.</source>
        <translation>在能减少工作量时，将 Conv 与其后的 1x1 Conv 合并。</translation>
    </message>
    <message>
        <source>the result between the two is also read elsewhere</source>
        <translation>两者之间的结果还在别处被读取</translation>
    </message>
    <message>
        <source>the first convolution is grouped</source>
        <translation>第一个卷积是分组卷积</translation>
    </message>
    <message>
        <source>the merged convolution would need more work than the two</source>
        <translation>合并后的卷积工作量大于两者之和</translation>
    </message>
    <message>
        <source>Merges consecutive Reshape, Flatten, Squeeze and Unsqueeze into one Reshape.</source>
        <translation>将连续的 Reshape、Flatten、Squeeze 与 Unsqueeze 合并为一个 Reshape。</translation>
    </message>
    <message>
        <source>before opset 5 Reshape takes its target as an attribute</source>
        <translation>opset 5 之前 Reshape 的目标是属性</translation>
    </message>
    <message>
        <source>the result&apos;s shape depends on the shape in between</source>
        <translation>结果的形状取决于中间的形状</translation>
    </message>
    <message>
        <source>Replaces shape computations over known dimensions by constants.</source>
        <translation>用常量替换已知维度的形状计算。</translation>
    </message>
    <message>
        <source>the rank is not known</source>
        <translation>维数未知</translation>
    </message>
    <message>
        <source>a dimension is not known</source>
        <translation>有维度未知</translation>
    </message>
    <message>
        <source>the target shape is computed from content</source>
        <translation>目标形状由内容计算得出</translation>
    </message>
    <message>
        <source>more than one dimension of the target shape is not known</source>
        <translation>目标形状有不止一个维度未知</translation>
    </message>
    <message>
        <source>Removes Concat of all parts of a Split or of adjacent Slices, and merges adjacent Slices before a Concat.</source>
        <translation>移除 Split 全部部分或相邻 Slice 的 Concat，并合并 Concat 前相邻的 Slice。</translation>
    </message>
    <message>
        <source>the adjacent parts come from a Split, which would have to stay</source>
        <translation>相邻部分来自必须保留的 Split</translation>
    </message>
    <message>
        <source>Binds symbolic dimensions to the sizes that the deployment uses.</source>
        <translation>将符号维度绑定为部署所用的尺寸。</translation>
    </message>
    <message>
        <source>Merges two consecutive Transpose nodes, or removes both.</source>
        <translation>合并两个连续的 Transpose 节点，或将两者移除。</translation>
    </message>
    <message>
        <source>the permutation is not one</source>
        <translation>该排列不合法</translation>
    </message>
    <message>
        <source>Moves Transpose below elementwise operators where that lets two of them meet or merges two of them.</source>
        <translation>将 Transpose 移到逐元素算子之后，使两个 Transpose 相遇或合并。</translation>
    </message>
    <message>
        <source>the Transpose has no explicit permutation</source>
        <translation>Transpose 没有显式的排列</translation>
    </message>
    <message>
        <source>its inputs are transposed differently</source>
        <translation>其各输入的转置方式不同</translation>
    </message>
    <message>
        <source>the operands differ in rank, so broadcasting would change</source>
        <translation>操作数的维数不同，广播会改变</translation>
    </message>
    <message>
        <source>rule %1: the model has no site &quot;%2&quot;</source>
        <translation>规则 %1：模型没有位置“%2”</translation>
    </message>
    <message>
        <source>rule %1 does not apply at &quot;%2&quot;: %3</source>
        <translation>规则 %1 不适用于“%2”：%3</translation>
    </message>
    <message>
        <source>the node does not look like its pattern</source>
        <translation>该节点不符合其模式</translation>
    </message>
    <message>
        <source>all its sites</source>
        <translation>其所有位置</translation>
    </message>
    <message>
        <source>after rewrite rule %1 at %2</source>
        <translation>在 %2 应用改写规则 %1 之后</translation>
    </message>
    <message>
        <source>rewrite rule %1 came to no end after %2 applications</source>
        <translation>改写规则 %1 应用 %2 次后仍未结束</translation>
    </message>
    <message>
        <source>Switch the rule off and report it: it undoes its own work.</source>
        <translation>请关闭该规则并报告：它会撤销自己的工作。</translation>
    </message>
    <message>
        <source>Rule %1 applies nowhere in this model.</source>
        <translation>规则 %1 在此模型中没有适用之处。</translation>
    </message>
    <message>
        <source>It applies at %1.</source>
        <translation>它适用于 %1。</translation>
    </message>
    <message>
        <source>lower precision: the deployment&apos;s transforms leave it out</source>
        <translation>降低数值精度：部署的 transforms 将其排除</translation>
    </message>
    <message>
        <source>lower precision: the accuracy gate allows no drop</source>
        <translation>降低数值精度：精度门限不允许下降</translation>
    </message>
    <message>
        <source>fp16: the target does not list it</source>
        <translation>fp16：目标未列出它</translation>
    </message>
    <message>
        <source>int8: the target does not list it</source>
        <translation>int8：目标未列出它</translation>
    </message>
    <message>
        <source>int8: no convolution or matrix product with constant weights</source>
        <translation>int8：没有带常量权重的卷积或矩阵乘</translation>
    </message>
    <message>
        <source>int8: there is no calibration data</source>
        <translation>int8：没有校准数据</translation>
    </message>
    <message>
        <source>int8_dynamic: no matrix product with constant weights, no LSTM</source>
        <translation>int8_dynamic：没有带常量权重的矩阵乘，也没有 LSTM</translation>
    </message>
    <message>
        <source>int4_weights: no large matrix product with constant weights</source>
        <translation>int4_weights：没有带常量权重的大型矩阵乘</translation>
    </message>
    <message>
        <source>%1 is not among the precisions for this model and target</source>
        <translation>%1 不在此模型与目标的数值精度之中</translation>
    </message>
    <message>
        <source>List the legal ones: metainfer rewrites MODEL --list</source>
        <translation>列出合法的规则：metainfer rewrites MODEL --list</translation>
    </message>
    <message>
        <source>unknown precision &quot;%1&quot;</source>
        <translation>未知的数值精度“%1”</translation>
    </message>
    <message>
        <source>%1 has no name</source>
        <translation>%1 没有名称</translation>
    </message>
    <message>
        <source>%1 defines &apos;%2&apos;, which is defined already</source>
        <translation>%1 定义了“%2”，而它已有定义</translation>
    </message>
    <message>
        <source>Every value may be produced once.</source>
        <translation>每个值只能产生一次。</translation>
    </message>
    <message>
        <source>%1 is listed twice</source>
        <translation>%1 列出了两次</translation>
    </message>
    <message>
        <source>%1 has no element type</source>
        <translation>%1 没有元素类型</translation>
    </message>
    <message>
        <source>subgraphs nest deeper than %1 levels</source>
        <translation>子图嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>%1 has no operator type</source>
        <translation>%1 没有算子类型</translation>
    </message>
    <message>
        <source>a subgraph of node &apos;%1&apos; (%2)</source>
        <translation>节点“%1”（%2）的子图</translation>
    </message>
    <message>
        <source>input %1 of node &apos;%2&apos; (%3)</source>
        <translation>节点“%2”（%3）的输入 %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, read by %2, is made by no node, initializer or input</source>
        <translation>“%1”被 %2 读取，但没有节点、初始值或输入产生它</translation>
    </message>
    <message>
        <source>The model is incomplete; export it again.</source>
        <translation>模型不完整；请重新导出。</translation>
    </message>
    <message>
        <source>node &apos;%1&apos; (%2) depends on its own result</source>
        <translation>节点“%1”（%2）依赖于自身的结果</translation>
    </message>
    <message>
        <source>node &apos;%1&apos; (%2)%3 depends on its own result</source>
        <translation>节点“%1”（%2）%3 依赖于自身的结果</translation>
    </message>
    <message>
        <source>An ONNX graph must have no cycles.</source>
        <translation>ONNX 图不能有环。</translation>
    </message>
    <message>
        <source>%1: external data &apos;%2&apos; lies outside the model&apos;s folder</source>
        <translation>%1：外部数据“%2”在模型文件夹之外</translation>
    </message>
    <message>
        <source>External data must be a file in or below the model&apos;s folder.</source>
        <translation>外部数据必须是模型文件夹内或其下的文件。</translation>
    </message>
    <message>
        <source>%1: %2: external data file &apos;%3&apos;: %4</source>
        <translation>%1：%2：外部数据文件“%3”：%4</translation>
    </message>
    <message>
        <source>Copy the file beside the model.</source>
        <translation>请将该文件复制到模型旁边。</translation>
    </message>
    <message>
        <source>%1: external data %2 &apos;%3&apos; is not a number</source>
        <translation>%1：外部数据 %2“%3”不是数</translation>
    </message>
    <message>
        <source>%1: its type and dimensions take %2 bytes, but its external data has length %3</source>
        <translation>%1：其类型和维度占 %2 字节，但外部数据长度为 %3</translation>
    </message>
    <message>
        <source>%1: %2 bytes at offset %3 of external data &apos;%4&apos; are expected, but the file has %5</source>
        <translation>%1：外部数据“%4”偏移 %3 处应有 %2 字节，但文件只有 %5 字节</translation>
    </message>
    <message>
        <source>The external data file is incomplete; fetch it again.</source>
        <translation>外部数据文件不完整；请重新获取。</translation>
    </message>
    <message>
        <source>%1: has a field of a number that is reserved</source>
        <translation>%1：含保留编号的字段</translation>
    </message>
    <message>
        <source>%1: %2 of these dimensions takes %3 bytes, but %4 are there</source>
        <translation>%1：这些维度的 %2 占 %3 字节，但只有 %4 字节</translation>
    </message>
    <message>
        <source>%1: its dimensions [%2] are negative or too large</source>
        <translation>%1：其维度 [%2] 为负或过大</translation>
    </message>
    <message>
        <source>%1: its dimensions [%2] are too large</source>
        <translation>%1：其维度 [%2] 过大</translation>
    </message>
    <message>
        <source>%1: %2: tensors in segments are not supported</source>
        <translation>%1：%2：不支持分段的张量</translation>
    </message>
    <message>
        <source>Save the model again with whole tensors.</source>
        <translation>请用完整的张量重新保存模型。</translation>
    </message>
    <message>
        <source>%1: %2 strings are expected, but %3 are there</source>
        <translation>%1：应有 %2 个字符串，但只有 %3 个</translation>
    </message>
    <message>
        <source>a dimension is negative</source>
        <translation>有维度为负</translation>
    </message>
    <message>
        <source>it took too long</source>
        <translation>用时过长</translation>
    </message>
    <message>
        <source>cannot read from the child process</source>
        <translation>无法从子进程读取</translation>
    </message>
    <message>
        <source>cannot make a pipe</source>
        <translation>无法建立管道</translation>
    </message>
    <message>
        <source>cannot start a process</source>
        <translation>无法启动进程</translation>
    </message>
    <message>
        <source>the ONNX library crashed</source>
        <translation>ONNX 库崩溃</translation>
    </message>
    <message>
        <source>The ONNX checker refused the model.</source>
        <translation>ONNX 检查器拒绝了该模型。</translation>
    </message>
    <message>
        <source>cannot write %1: the model has %2 bytes beside its external data, and protobuf ends at 2 GB</source>
        <translation>无法写入 %1：模型除外部数据外有 %2 字节，而 protobuf 的上限为 2 GB</translation>
    </message>
    <message>
        <source>Lower the threshold for external data.</source>
        <translation>请降低外部数据的阈值。</translation>
    </message>
    <message>
        <source>%1 is not an ONNX model: %2</source>
        <translation>%1 不是 ONNX 模型：%2</translation>
    </message>
    <message>
        <source>a ZIP archive, perhaps a PyTorch checkpoint: export it to ONNX</source>
        <translation>ZIP 归档，可能是 PyTorch 检查点：请导出为 ONNX</translation>
    </message>
    <message>
        <source>an HDF5 file, perhaps a Keras model: convert it to ONNX</source>
        <translation>HDF5 文件，可能是 Keras 模型：请转换为 ONNX</translation>
    </message>
    <message>
        <source>a Python pickle: export the model to ONNX</source>
        <translation>Python pickle：请将模型导出为 ONNX</translation>
    </message>
    <message>
        <source>XML or HTML, perhaps an error page of a download</source>
        <translation>XML 或 HTML，可能是下载的错误页面</translation>
    </message>
    <message>
        <source>gzip-compressed: unpack it</source>
        <translation>gzip 压缩：请解压</translation>
    </message>
    <message>
        <source>a TensorFlow Lite model: convert it to ONNX</source>
        <translation>TensorFlow Lite 模型：请转换为 ONNX</translation>
    </message>
    <message>
        <source>a model in ONNX Runtime&apos;s own format: use the .onnx file that it was made from</source>
        <translation>ONNX Runtime 自有格式的模型：请使用生成它的 .onnx 文件</translation>
    </message>
    <message>
        <source>it has no graph</source>
        <translation>它没有图</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它为空</translation>
    </message>
    <message>
        <source>Give a file that an ONNX exporter wrote.</source>
        <translation>请给出由 ONNX 导出器写入的文件。</translation>
    </message>
    <message>
        <source>its graph is not a message</source>
        <translation>其图不是消息</translation>
    </message>
    <message>
        <source>damaged between bytes %1 and %2: not a valid %3</source>
        <translation>字节 %1 到 %2 之间损坏：不是有效的 %3</translation>
    </message>
    <message>
        <source>The file is incomplete or not an ONNX model; fetch or export it again.</source>
        <translation>文件不完整或不是 ONNX 模型；请重新获取或导出。</translation>
    </message>
    <message>
        <source>%1: not enough memory to read it</source>
        <translation>%1：内存不足，无法读取</translation>
    </message>
    <message>
        <source>the composed model cannot be parsed</source>
        <translation>组合的模型无法解析</translation>
    </message>
    <message>
        <source>shape inference was cancelled</source>
        <translation>形状推断已取消</translation>
    </message>
    <message>
        <source>%1: damaged at byte %2: %3</source>
        <translation>%1：字节 %2 处损坏：%3</translation>
    </message>
    <message>
        <source>bytes up to %1 expected, but the file has %2</source>
        <translation>应有到 %1 的字节，但文件只有 %2</translation>
    </message>
    <message>
        <source>a number ends in the middle</source>
        <translation>数在中间结束</translation>
    </message>
    <message>
        <source>a number has more than 10 bytes</source>
        <translation>数超过 10 字节</translation>
    </message>
    <message>
        <source>%1 is no field number</source>
        <translation>%1 不是字段编号</translation>
    </message>
    <message>
        <source>wire type %1 is not used by ONNX</source>
        <translation>ONNX 不使用编码类型 %1</translation>
    </message>
    <message>
        <source>field %1 claims %2 bytes, but %3 are left</source>
        <translation>字段 %1 声称有 %2 字节，但只剩 %3 字节</translation>
    </message>
    <message>
        <source>messages nest deeper than %1</source>
        <translation>消息嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>%1: more than 2 GB beside the weights at byte %2</source>
        <translation>%1：除权重外在字节 %2 处超过 2 GB</translation>
    </message>
    <message>
        <source>Store large tensors as raw_data or external data.</source>
        <translation>请将大张量存为 raw_data 或外部数据。</translation>
    </message>
    <message>
        <source>a comparison needs at least two sessions, not %1</source>
        <translation>比较至少需要两个会话，而不是 %1 个</translation>
    </message>
    <message>
        <source>Name two or more session folders.</source>
        <translation>请指定两个或更多会话文件夹。</translation>
    </message>
    <message>
        <source>unknown report format %1</source>
        <translation>未知的报告格式 %1</translation>
    </message>
    <message>
        <source>a Git LFS pointer: run &apos;git lfs pull&apos; to fetch the model</source>
        <translation>Git LFS 指针：请运行“git lfs pull”获取模型</translation>
    </message>
    <message>
        <source>sparse initializer</source>
        <translation>稀疏初始值</translation>
    </message>
    <message>
        <source>Small sibling of accelerator-x. A generic accelerator for examples and tests, not a product.</source>
        <translation>accelerator-x 的小型版本。用于示例和测试的通用加速器，并非产品。</translation>
    </message>
    <message>
        <source>Deep-learning processor overlay for Zynq UltraScale+, two B4096 cores as in the reference design of the ZCU104 board.</source>
        <translation>用于 Zynq UltraScale+ 的深度学习处理器软核，按 ZCU104 开发板参考设计配置两个 B4096 核。</translation>
    </message>
    <message>
        <source>Server processor of the Zen 3 generation, one socket. No document states peak rates; at the base clock 64 cores x 2 pipes x 8 lanes x 2 operations x 2.45 GHz give 5017.6 GFLOP/s fp32.</source>
        <translation>Zen 3 代服务器处理器，单路。没有文档给出峰值速率；按基础频率，64 核 × 2 流水线 × 8 通道 × 2 运算 × 2.45 GHz 得 fp32 5017.6 GFLOP/s。</translation>
    </message>
    <message>
        <source>Desktop processor of the Zen 4 generation. No document states peak rates; at the base clock 16 cores x 2 pipes x 8 lanes x 2 operations x 4.5 GHz give 2304 GFLOP/s fp32, with AVX2 as with AVX-512, whose operations pass twice.</source>
        <translation>Zen 4 代桌面处理器。没有文档给出峰值速率；按基础频率，16 核 × 2 流水线 × 8 通道 × 2 运算 × 4.5 GHz 得 fp32 2304 GFLOP/s，AVX2 与 AVX-512 相同，后者的运算分两次执行。</translation>
    </message>
    <message>
        <source>Micro-NPU for microcontrollers, configuration with 256 multiply-accumulates per cycle, rate at 1 GHz. Memory belongs to the system around it and is not given here.</source>
        <translation>面向微控制器的微型 NPU，每周期 256 次乘加的配置，速率按 1 GHz 计。存储属于外围系统，此处未给出。</translation>
    </message>
    <message>
        <source>Edge TPU on a PCIe module. Weights stay in its on-chip memory when they fit; host memory is behind the link.</source>
        <translation>PCIe 模块上的 Edge TPU。权重放得下时留在片上存储；主机内存在链路另一端。</translation>
    </message>
    <message>
        <source>NPU of a phone processor. Little was published; what was not stays empty.</source>
        <translation>手机处理器的 NPU。公开资料很少；未公开的项留空。</translation>
    </message>
    <message>
        <source>Data-centre GPU, SXM4 module. Rates without structured sparsity; fp64 and fp32 are those of the ordinary cores, the others those of the tensor cores.</source>
        <translation>数据中心 GPU，SXM4 模块。速率不含结构化稀疏；fp64 与 fp32 为普通核的速率，其余为张量核的速率。</translation>
    </message>
    <message>
        <source>Data-centre GPU, SXM5 module. Rates without structured sparsity; fp64 and fp32 are those of the ordinary cores at 1980 MHz, the others those of the tensor cores at 1830 MHz.</source>
        <translation>数据中心 GPU，SXM5 模块。速率不含结构化稀疏；fp64 与 fp32 为普通核在 1980 MHz 下的速率，其余为张量核在 1830 MHz 下的速率。</translation>
    </message>
    <message>
        <source>Embedded module; its Ampere GPU alone, without the two deep-learning accelerators. Rates without structured sparsity.</source>
        <translation>嵌入式模块；仅含其 Ampere GPU，不含两个深度学习加速器。速率不含结构化稀疏。</translation>
    </message>
    <message>
        <source>Edge NPU with three cores; its maker rounds the int8 rate to 6 TOPS.</source>
        <translation>三核边缘 NPU；厂商将 int8 速率取整为 6 TOPS。</translation>
    </message>
    <message>
        <source>Edge processor; its C7x DSP with the matrix multiplication accelerator (MMA), 8 TOPS.</source>
        <translation>边缘处理器；其 C7x DSP 带矩阵乘法加速器（MMA），8 TOPS。</translation>
    </message>
    <message>
        <source>run a model of three operators</source>
        <translation>运行一个含三个算子的模型</translation>
    </message>
    <message>
        <source>outputs are right to %1</source>
        <translation>输出误差不超过 %1</translation>
    </message>
    <message>
        <source>%1 runs no commands of a tool</source>
        <translation>%1 不运行任何工具命令</translation>
    </message>
    <message>
        <source>name a toolchain: %1</source>
        <translation>请给出一个工具链：%1</translation>
    </message>
    <message>
        <source>%1 gives wrong outputs: a value of a model of three operators is off by %2, allowed: %3</source>
        <translation>%1 的输出有误：三算子模型的某个值偏差为 %2，允许：%3</translation>
    </message>
    <message>
        <source>check its driver, its runtime and how outputs are read</source>
        <translation>请检查其驱动、运行时以及输出的读取方式</translation>
    </message>
    <message>
        <source>%1 runs no commands</source>
        <translation>%1 不运行命令</translation>
    </message>
    <message>
        <source>name this machine or one that is reached over SSH</source>
        <translation>请给出本机或可通过 SSH 访问的机器</translation>
    </message>
    <message>
        <source>cannot run commands on the device: %1</source>
        <translation>无法在设备上运行命令：%1</translation>
    </message>
    <message>
        <source>the device was started anew and has lost the files of this session</source>
        <translation>设备已重新启动，本次会话的文件已丢失</translation>
    </message>
    <message>
        <source>try again: they are sent once more</source>
        <translation>请重试：这些文件会重新发送</translation>
    </message>
    <message>
        <source>cannot place files on the device: %1</source>
        <translation>无法在设备上放置文件：%1</translation>
    </message>
    <message>
        <source>free some space there, or remove the device&apos;s cache</source>
        <translation>请在设备上释放空间，或清除设备的缓存</translation>
    </message>
    <message>
        <source>there is no program %1 on the device</source>
        <translation>设备上没有程序 %1</translation>
    </message>
    <message>
        <source>cannot hash %1 on the device</source>
        <translation>无法在设备上计算 %1 的哈希</translation>
    </message>
    <message>
        <source>cannot fetch %1: %2</source>
        <translation>无法取回 %1：%2</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>a learned rule has no `operator`</source>
        <translation>学到的规则没有 `operator`</translation>
    </message>
    <message>
        <source>%1 in the form %2</source>
        <translation>%1（形式为 %2）</translation>
    </message>
    <message>
        <source>%1 is not supported by %2 %3 on %4: learned on %5</source>
        <translation>%4 上的 %2 %3 不支持 %1：于 %5 学到</translation>
    </message>
    <message>
        <source>no longer held true of %1: %2</source>
        <translation>对 %1 不再成立：%2</translation>
    </message>
    <message>
        <source>%1; node %2 has it</source>
        <translation>%1；节点 %2 含有它</translation>
    </message>
    <message>
        <source>replace the operator, or use a runtime that has it</source>
        <translation>请替换该算子，或使用具备它的运行时</translation>
    </message>
    <message>
        <source>learned: %1</source>
        <translation>已学到：%1</translation>
    </message>
    <message>
        <source>nothing here runs the original as it is, so the rewritten model could not be compared with it: %1</source>
        <translation>此处没有运行时能按原样运行原模型，因此改写后的模型无法与其比较：%1</translation>
    </message>
    <message>
        <source>%1 computes something else for %2: %3</source>
        <translation>%1 对 %2 的计算结果不同：%3</translation>
    </message>
    <message>
        <source>Choose another runtime for this model.</source>
        <translation>请为该模型选择其他运行时。</translation>
    </message>
    <message>
        <source>%1 does not take %2: it refuses %3; and no exact rewrite removes that. The last refusal: %4</source>
        <translation>%1 不接受 %2：它拒绝 %3；且没有精确改写能将其去除。最后一次拒绝：%4</translation>
    </message>
    <message>
        <source>Replace the operators before the export, or choose another runtime.</source>
        <translation>请在导出前替换这些算子，或选择其他运行时。</translation>
    </message>
    <message>
        <source>%1 does not take the model as it is (%2). All times here are relative to it after %3</source>
        <translation>%1 不接受原样的模型（%2）。此处所有时间均相对于经过 %3 之后的模型</translation>
    </message>
    <message>
        <source>OpenCV %1 has no operator %2</source>
        <translation>OpenCV %1 没有算子 %2</translation>
    </message>
    <message>
        <source>OpenCV %1 does not take %2 as node %3 has it: %4</source>
        <translation>OpenCV %1 不接受节点 %3 中形式的 %2：%4</translation>
    </message>
    <message>
        <source>it wants fixed sizes, and these are open: %1</source>
        <translation>它需要固定尺寸，而以下尺寸未定：%1</translation>
    </message>
    <message>
        <source>it wants fixed sizes, and these are open: %1; or replace the operator, or use a runtime that has it</source>
        <translation>它需要固定尺寸，而以下尺寸未定：%1；或替换该算子，或使用具备它的运行时</translation>
    </message>
    <message>
        <source>OpenCV takes no %1 for input `%2`: %3</source>
        <translation>OpenCV 的输入 `%2` 不接受 %1：%3</translation>
    </message>
    <message>
        <source>convert the input before the model, or use a runtime that has the type</source>
        <translation>请在模型之前转换该输入，或使用支持该类型的运行时</translation>
    </message>
    <message>
        <source>it computes in float32, which holds whole numbers up to 2^24</source>
        <translation>它以 float32 计算，整数只能精确到 2^24</translation>
    </message>
    <message>
        <source>it computes in float32</source>
        <translation>它以 float32 计算</translation>
    </message>
    <message>
        <source>output `%1` is %2, which OpenCV does not compute</source>
        <translation>输出 `%1` 为 %2，OpenCV 不能计算它</translation>
    </message>
    <message>
        <source>OpenCV %1 is not on this device; there is %2</source>
        <translation>此设备上没有 OpenCV %1；现有 %2</translation>
    </message>
    <message>
        <source>there is no implementation for these types</source>
        <translation>没有针对这些类型的实现</translation>
    </message>
    <message>
        <source>Writes Clip between constants as a scaled HardSigmoid where the target refuses Clip.</source>
        <translation>在目标拒绝 Clip 之处，将常量之间的 Clip 写成缩放的 HardSigmoid。</translation>
    </message>
    <message>
        <source>it does not clip float32</source>
        <translation>它截断的不是 float32</translation>
    </message>
    <message>
        <source>a limit is missing, or not constant</source>
        <translation>缺少界限，或界限不是常量</translation>
    </message>
    <message>
        <source>its limits are no usual range</source>
        <translation>其界限不是通常的范围</translation>
    </message>
    <message>
        <source>Folds Mul by one number into the weights of the Conv, ConvTranspose, Gemm or MatMul behind it.</source>
        <translation>将乘以单个数的 Mul 并入其后 Conv、ConvTranspose、Gemm 或 MatMul 的权重。</translation>
    </message>
    <message>
        <source>the constant is not one float32 number</source>
        <translation>该常量不是单个 float32 数</translation>
    </message>
    <message>
        <source>the factor is zero, tiny, infinite or NaN</source>
        <translation>该因子为零、极小、无穷或 NaN</translation>
    </message>
    <message>
        <source>the constant adds dimensions</source>
        <translation>该常量会增加维度</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>connected to %1 port %2</source>
        <translation>已连接 %1 端口 %2</translation>
    </message>
    <message>
        <source>agreed on %1 and %2</source>
        <translation>已协商使用 %1 与 %2</translation>
    </message>
    <message>
        <source>the host key is the one that is known: %1 %2</source>
        <translation>主机密钥与已知的一致：%1 %2</translation>
    </message>
    <message>
        <source>the host key is known from now on: %1 %2</source>
        <translation>主机密钥已记为已知：%1 %2</translation>
    </message>
    <message>
        <source>started the agent %1</source>
        <translation>已启动代理程序 %1</translation>
    </message>
    <message>
        <source>cannot write the host key as text</source>
        <translation>无法将主机密钥写成文本</translation>
    </message>
    <message>
        <source>cannot write %1 on %2</source>
        <translation>无法写入 %2 上的 %1</translation>
    </message>
    <message>
        <source>%1: nothing has moved for %2 s</source>
        <translation>%1：已有 %2 秒没有进展</translation>
    </message>
    <message>
        <source>the device or its disk may be overloaded; try again</source>
        <translation>设备或其磁盘可能过载；请重试</translation>
    </message>
    <message>
        <source>the connection to %1 ended while %2 was copied: %3</source>
        <translation>复制 %2 时与 %1 的连接中断：%3</translation>
    </message>
    <message>
        <source>it is taken up again when the device can be reached</source>
        <translation>设备可达后会继续</translation>
    </message>
    <message>
        <source>%1: what arrived is another file</source>
        <translation>%1：到达的内容与原文件不同</translation>
    </message>
    <message>
        <source>check the device&apos;s disk, and try again</source>
        <translation>请检查设备的磁盘，然后重试</translation>
    </message>
    <message>
        <source>%1 runs no commands: %2</source>
        <translation>%1 不能运行命令：%2</translation>
    </message>
    <message>
        <source>this user needs a shell there (/bin/sh); some accounts only copy files or are locked</source>
        <translation>该用户在设备上需要一个 shell（/bin/sh）；有些账户只能复制文件或已被锁定</translation>
    </message>
    <message>
        <source>%1: its disk is full</source>
        <translation>%1：其磁盘已满</translation>
    </message>
    <message>
        <source>No space left</source>
        <translation>没有剩余空间</translation>
    </message>
    <message>
        <source>free some space on %1, or choose another folder there</source>
        <translation>请在 %1 上释放一些空间，或选择那里的其他文件夹</translation>
    </message>
    <message>
        <source>choose a folder there that this user may write</source>
        <translation>请选择该用户在那里可写的文件夹</translation>
    </message>
    <message>
        <source>check the device&apos;s disk</source>
        <translation>请检查设备的磁盘</translation>
    </message>
    <message>
        <source>no folder on %1 can hold the agent</source>
        <translation>%1 上没有可存放代理程序的文件夹</translation>
    </message>
    <message>
        <source>free some space there, or name another folder for the cache</source>
        <translation>请在那里释放一些空间，或为缓存指定其他文件夹</translation>
    </message>
    <message>
        <source>name a folder there that this user may write and run programs in (not mounted noexec)</source>
        <translation>请指定一个该用户可写且可运行程序的文件夹（不能以 noexec 挂载）</translation>
    </message>
    <message>
        <source>installing the agent</source>
        <translation>正在安装代理程序</translation>
    </message>
    <message>
        <source>the runners do not start on %1: %2</source>
        <translation>运行程序无法在 %1 上启动：%2</translation>
    </message>
    <message>
        <source>this installation has no loader for older systems: install the whole program, or update the device&apos;s system</source>
        <translation>此安装没有供较旧系统使用的加载器：请安装完整程序，或更新设备的系统</translation>
    </message>
    <message>
        <source>installed the agent %1 in %2</source>
        <translation>已将代理程序 %1 安装到 %2</translation>
    </message>
    <message>
        <source>%1 is an %2 system (%3)</source>
        <translation>%1 是 %2 系统（%3）</translation>
    </message>
    <message>
        <source>%1 has %2 MB free in %3, the agent needs %4 MB</source>
        <translation>%1 在 %3 中剩余 %2 MB，代理程序需要 %4 MB</translation>
    </message>
    <message>
        <source>the agent does not start on %1 (%2, %3): %4</source>
        <translation>代理程序无法在 %1（%2，%3）上启动：%4</translation>
    </message>
    <message>
        <source>its kernel may be too old, or it runs programs of another architecture</source>
        <translation>其内核可能太旧，或者它运行的是其他架构的程序</translation>
    </message>
    <message>
        <source>cannot install the agent in %1 on %2</source>
        <translation>无法将代理程序安装到 %2 上的 %1</translation>
    </message>
    <message>
        <source>looking at the system</source>
        <translation>正在查看系统</translation>
    </message>
    <message>
        <source>%1 with %2 MB free</source>
        <translation>%1，剩余 %2 MB</translation>
    </message>
    <message>
        <source>%1 agents are running on %2 (processes %3)</source>
        <translation>%2 上有 %1 个代理程序正在运行（进程 %3）</translation>
    </message>
    <message>
        <source>let them finish, or have them ended</source>
        <translation>请等待它们结束，或让其终止</translation>
    </message>
    <message>
        <source>logging in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>without a secret</source>
        <translation>无需密钥或密码</translation>
    </message>
    <message>
        <source>%1 was accepted, but the server wants one more</source>
        <translation>已接受 %1，但服务器还要求另一项</translation>
    </message>
    <message>
        <source>logging in with the ssh-agent</source>
        <translation>通过 ssh-agent 登录</translation>
    </message>
    <message>
        <source>no key of the ssh-agent was accepted</source>
        <translation>ssh-agent 中的密钥均未被接受</translation>
    </message>
    <message>
        <source>a key of the ssh-agent</source>
        <translation>ssh-agent 中的密钥</translation>
    </message>
    <message>
        <source>key %1: there is no such file</source>
        <translation>密钥 %1：没有该文件</translation>
    </message>
    <message>
        <source>offering a key</source>
        <translation>提供密钥</translation>
    </message>
    <message>
        <source>key %1: the server does not accept it</source>
        <translation>密钥 %1：服务器不接受</translation>
    </message>
    <message>
        <source>logging in with a key</source>
        <translation>用密钥登录</translation>
    </message>
    <message>
        <source>key %1: it cannot be read as a private key</source>
        <translation>密钥 %1：无法作为私钥读取</translation>
    </message>
    <message>
        <source>Passphrase of %1</source>
        <translation>%1 的口令</translation>
    </message>
    <message>
        <source>key %1: its passphrase was not given</source>
        <translation>密钥 %1：未给出口令</translation>
    </message>
    <message>
        <source>key %1: the passphrase is wrong</source>
        <translation>密钥 %1：口令错误</translation>
    </message>
    <message>
        <source>keyboard-interactive: the answers were not given</source>
        <translation>keyboard-interactive：未给出回答</translation>
    </message>
    <message>
        <source>keyboard-interactive: the answers are wrong</source>
        <translation>keyboard-interactive：回答错误</translation>
    </message>
    <message>
        <source>the password was not given</source>
        <translation>未给出密码</translation>
    </message>
    <message>
        <source>logging in with the password</source>
        <translation>用密码登录</translation>
    </message>
    <message>
        <source>the password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>the password is wrong</source>
        <translation>密码错误</translation>
    </message>
    <message>
        <source>Password of %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>%1 does not let %2 in; it offers %3</source>
        <translation>%1 不允许 %2 登录；它提供 %3</translation>
    </message>
    <message>
        <source>there was no key to try</source>
        <translation>没有可尝试的密钥</translation>
    </message>
    <message>
        <source>run this where you can be asked, or load the key into an ssh-agent (ssh-add)</source>
        <translation>请在可以询问您的地方运行，或将密钥加入 ssh-agent（ssh-add）</translation>
    </message>
    <message>
        <source>check the user&apos;s name and the password, or install your key there with ssh-copy-id</source>
        <translation>请检查用户名和密码，或用 ssh-copy-id 在那里安装您的密钥</translation>
    </message>
    <message>
        <source>%1 ended the connection while %2 logged in: %3</source>
        <translation>%2 登录时 %1 结束了连接：%3</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>请重试</translation>
    </message>
    <message>
        <source>Too many authentication failures</source>
        <translation>认证失败次数过多</translation>
    </message>
    <message>
        <source>fewer keys must be offered: set IdentitiesOnly and IdentityFile for this host in the SSH configuration</source>
        <translation>需要减少提供的密钥：请在 SSH 配置中为该主机设置 IdentitiesOnly 和 IdentityFile</translation>
    </message>
    <message>
        <source>the SSH library refuses an option: %1</source>
        <translation>SSH 库拒绝了一个选项：%1</translation>
    </message>
    <message>
        <source>check the names in the SSH configuration</source>
        <translation>请检查 SSH 配置中的名称</translation>
    </message>
    <message>
        <source>the host key of %1 has changed: known is %2 %3 (%4 line %5), it now shows %6 %7</source>
        <translation>%1 的主机密钥已改变：已知的是 %2 %3（%4 第 %5 行），现在显示的是 %6 %7</translation>
    </message>
    <message>
        <source>was the device installed anew? Otherwise somebody may stand between. When the new key is right: ssh-keygen -f &apos;%1&apos; -R &apos;%2&apos;</source>
        <translation>设备是否重新安装过？否则可能有人在中间截取。若新密钥正确：ssh-keygen -f &apos;%1&apos; -R &apos;%2&apos;</translation>
    </message>
    <message>
        <source>%1 took longer than %2 s</source>
        <translation>%1 超过了 %2 秒</translation>
    </message>
    <message>
        <source>the network or the device may be overloaded; try again</source>
        <translation>网络或设备可能过载；请重试</translation>
    </message>
    <message>
        <source>jump host %1</source>
        <translation>跳板机 %1</translation>
    </message>
    <message>
        <source>connecting to %1 port %2</source>
        <translation>正在连接 %1 端口 %2</translation>
    </message>
    <message>
        <source>logging in as %1</source>
        <translation>正在以 %1 登录</translation>
    </message>
    <message>
        <source>logged in with %1</source>
        <translation>已用%1登录</translation>
    </message>
    <message>
        <source>reaching %1 from the jump host</source>
        <translation>从跳板机连接 %1</translation>
    </message>
    <message>
        <source>the jump host %1 cannot reach %2 port %3: %4</source>
        <translation>跳板机 %1 无法连接 %2 端口 %3：%4</translation>
    </message>
    <message>
        <source>check the address as the jump host sees it, and that its SSH server allows TCP forwarding</source>
        <translation>请检查从跳板机看到的地址，以及其 SSH 服务器是否允许 TCP 转发</translation>
    </message>
    <message>
        <source>cannot create a pair of sockets</source>
        <translation>无法创建一对套接字</translation>
    </message>
    <message>
        <source>close other programs and try again</source>
        <translation>请关闭其他程序后重试</translation>
    </message>
    <message>
        <source>agreeing on keys</source>
        <translation>正在协商密钥</translation>
    </message>
    <message>
        <source>the first exchange with %1</source>
        <translation>与 %1 的首次交换</translation>
    </message>
    <message>
        <source>%1 and this program share no algorithm: %2</source>
        <translation>%1 与本程序没有共同的算法：%2</translation>
    </message>
    <message>
        <source>update the SSH server, or allow its algorithms for this host in the SSH configuration (KexAlgorithms, HostKeyAlgorithms, Ciphers)</source>
        <translation>请更新 SSH 服务器，或在 SSH 配置中为该主机允许其算法（KexAlgorithms、HostKeyAlgorithms、Ciphers）</translation>
    </message>
    <message>
        <source>no SSH server answers at %1 port %2: %3</source>
        <translation>%1 端口 %2 没有 SSH 服务器应答：%3</translation>
    </message>
    <message>
        <source>is this the port of an SSH server? It may also be starting or limit connections</source>
        <translation>这是 SSH 服务器的端口吗？它也可能正在启动或限制连接数</translation>
    </message>
    <message>
        <source>checking the host key</source>
        <translation>正在检查主机密钥</translation>
    </message>
    <message>
        <source>%1 shows no host key</source>
        <translation>%1 没有出示主机密钥</translation>
    </message>
    <message>
        <source>check its SSH server</source>
        <translation>请检查其 SSH 服务器</translation>
    </message>
    <message>
        <source>the host key of %1 is revoked: %2 %3</source>
        <translation>%1 的主机密钥已被吊销：%2 %3</translation>
    </message>
    <message>
        <source>give the device a new host key</source>
        <translation>请为设备生成新的主机密钥</translation>
    </message>
    <message>
        <source>the host key of %1 is not known: %2 %3</source>
        <translation>%1 的主机密钥未知：%2 %3</translation>
    </message>
    <message>
        <source>The host key of %1 is not known: %2 %3. Compare it with what the device itself says (ssh-keygen -lf /etc/ssh/ssh_host_%4_key.pub there). Is it the right one?</source>
        <translation>%1 的主机密钥未知：%2 %3。请与设备自身显示的密钥比较（在设备上运行 ssh-keygen -lf /etc/ssh/ssh_host_%4_key.pub）。是否正确？</translation>
    </message>
    <message>
        <source>the host key of %1 is not known: %2 %3; it was not accepted</source>
        <translation>%1 的主机密钥未知：%2 %3；未被接受</translation>
    </message>
    <message>
        <source>compare it with what the device itself says</source>
        <translation>请与设备自身显示的密钥比较</translation>
    </message>
    <message>
        <source>connect once where you can be asked (metainfer device add), or put the key into the file of known hosts</source>
        <translation>请在可以询问您的地方连接一次（metainfer device add），或将密钥写入已知主机文件</translation>
    </message>
    <message>
        <source>the connection ended</source>
        <translation>连接已结束</translation>
    </message>
    <message>
        <source>the device starts no command: %1</source>
        <translation>设备无法启动命令：%1</translation>
    </message>
    <message>
        <source>the channel was closed</source>
        <translation>通道已关闭</translation>
    </message>
    <message>
        <source>%1 is included too deeply</source>
        <translation>%1 的包含层次过深</translation>
    </message>
    <message>
        <source>does a configuration include itself?</source>
        <translation>配置是否包含了自身？</translation>
    </message>
    <message>
        <source>the connection to %1 has ended: %2</source>
        <translation>与 %1 的连接已结束：%2</translation>
    </message>
    <message>
        <source>it is made again by itself while the device can be reached</source>
        <translation>只要设备可达，连接会自动重建</translation>
    </message>
    <message>
        <source>%1 starts no command within 30 s</source>
        <translation>%1 在 30 秒内没有启动命令</translation>
    </message>
    <message>
        <source>the device may be overloaded; try again</source>
        <translation>设备可能过载；请重试</translation>
    </message>
    <message>
        <source>check that this user may run commands over SSH there</source>
        <translation>请检查该用户能否在那里通过 SSH 运行命令</translation>
    </message>
    <message>
        <source>a command on %1 took longer than %2 s</source>
        <translation>%1 上的命令超过了 %2 秒</translation>
    </message>
    <message>
        <source>the connection to %1 ended in a command: %2</source>
        <translation>执行命令时与 %1 的连接中断：%2</translation>
    </message>
    <message>
        <source>connect again</source>
        <translation>请重新连接</translation>
    </message>
    <message>
        <source>%1 does not start it: %2</source>
        <translation>%1 无法启动它：%2</translation>
    </message>
    <message>
        <source>starting the agent</source>
        <translation>正在启动代理程序</translation>
    </message>
    <message>
        <source>`%1` is no name of a session</source>
        <translation>`%1` 不是会话名称</translation>
    </message>
    <message>
        <source>legal are up to 64 letters, digits, `-` and `_`</source>
        <translation>允许最多 64 个字母、数字、`-` 和 `_`</translation>
    </message>
    <message>
        <source>the connection has ended: %1</source>
        <translation>连接已结束：%1</translation>
    </message>
    <message>
        <source>it was never made</source>
        <translation>从未建立</translation>
    </message>
    <message>
        <source>no answer for %1 s</source>
        <translation>%1 秒内没有应答</translation>
    </message>
    <message>
        <source>`%1` is no SSH target: %2</source>
        <translation>`%1` 不是 SSH 目标：%2</translation>
    </message>
    <message>
        <source>write USER@HOST, USER@HOST:PORT or USER@[IPV6-ADDRESS]:PORT</source>
        <translation>请写成 USER@HOST、USER@HOST:PORT 或 USER@[IPV6-ADDRESS]:PORT</translation>
    </message>
    <message>
        <source>the SSH configuration gives %1 the port `%2`</source>
        <translation>SSH 配置为 %1 给出的端口是 `%2`</translation>
    </message>
    <message>
        <source>legal is a whole number from 1 to 65535</source>
        <translation>允许 1 至 65535 的整数</translation>
    </message>
    <message>
        <source>more than %1 jumps lead to %2</source>
        <translation>通往 %2 的跳转超过 %1 次</translation>
    </message>
    <message>
        <source>does a jump host lead back to itself?</source>
        <translation>跳板机是否又指回了自身？</translation>
    </message>
    <message>
        <source>jump host of %1</source>
        <translation>%1 的跳板机</translation>
    </message>
    <message>
        <source>the user&apos;s name before `@` is empty or not legal</source>
        <translation>`@` 前的用户名为空或不合法</translation>
    </message>
    <message>
        <source>`[` has no `]`</source>
        <translation>`[` 没有对应的 `]`</translation>
    </message>
    <message>
        <source>only `:PORT` can follow `]`</source>
        <translation>`]` 之后只能是 `:PORT`</translation>
    </message>
    <message>
        <source>the host&apos;s name is empty or not legal</source>
        <translation>主机名为空或不合法</translation>
    </message>
    <message>
        <source>the port `%1` is no number from 1 to 65535</source>
        <translation>端口 `%1` 不是 1 至 65535 的整数</translation>
    </message>
    <message>
        <source>there is no host named %1</source>
        <translation>没有名为 %1 的主机</translation>
    </message>
    <message>
        <source>check the name; an address works without a name server</source>
        <translation>请检查名称；使用地址则无需名称服务器</translation>
    </message>
    <message>
        <source>the name server does not answer for %1</source>
        <translation>名称服务器没有应答 %1</translation>
    </message>
    <message>
        <source>check this machine&apos;s network, or give the device&apos;s address</source>
        <translation>请检查本机网络，或给出设备的地址</translation>
    </message>
    <message>
        <source>cannot look up %1: %2</source>
        <translation>无法查找 %1：%2</translation>
    </message>
    <message>
        <source>check the name, or give the device&apos;s address</source>
        <translation>请检查名称，或给出设备的地址</translation>
    </message>
    <message>
        <source>%1 refuses connections on port %2</source>
        <translation>%1 拒绝端口 %2 的连接</translation>
    </message>
    <message>
        <source>is an SSH server running there, and is this its port?</source>
        <translation>那里是否运行着 SSH 服务器，端口是否正确？</translation>
    </message>
    <message>
        <source>%1 does not answer on port %2 within %3 s</source>
        <translation>%1 在 %3 秒内没有应答端口 %2</translation>
    </message>
    <message>
        <source>is the device on and in this network? A firewall may drop the port</source>
        <translation>设备是否已开机并在此网络中？防火墙可能丢弃了该端口</translation>
    </message>
    <message>
        <source>no way leads to %1: %2</source>
        <translation>没有通往 %1 的路径：%2</translation>
    </message>
    <message>
        <source>check the cable, the network and the address</source>
        <translation>请检查网线、网络和地址</translation>
    </message>
    <message>
        <source>cannot connect to %1 port %2: %3</source>
        <translation>无法连接 %1 端口 %2：%3</translation>
    </message>
    <message>
        <source>check the network and the address</source>
        <translation>请检查网络和地址</translation>
    </message>
    <message>
        <source>concurrent streams</source>
        <translation>并发流</translation>
    </message>
    <message>
        <source>sustained rate</source>
        <translation>持续速率</translation>
    </message>
    <message>
        <source>open dimensions</source>
        <translation>开放维度</translation>
    </message>
    <message>
        <source>first inferences</source>
        <translation>首次推理</translation>
    </message>
    <message>
        <source>alignment of %1</source>
        <translation>%1 的对齐</translation>
    </message>
    <message>
        <source>%1 over %2 KiB: %3</source>
        <translation>%2 KiB 上的 %1：%3</translation>
    </message>
    <message>
        <source>%1 %2 over %3: %4</source>
        <translation>%1 %2（随 %3）：%4</translation>
    </message>
    <message>
        <source>%1 is %2: only devices that run models can be probed</source>
        <translation>%1 为 %2：只有能运行模型的设备才能探测</translation>
    </message>
    <message>
        <source>probe `local`, or a device that `metainfer device list` shows</source>
        <translation>请探测 `local`，或 `metainfer device list` 列出的设备</translation>
    </message>
    <message>
        <source>compute, memory, cores and heat: %1 has no agent, only its operators can be probed</source>
        <translation>计算、内存、核与发热：%1 没有代理，只能探测其算子</translation>
    </message>
    <message>
        <source>sizes of the caches: %1</source>
        <translation>缓存大小：%1</translation>
    </message>
    <message>
        <source>%1 has no agent: its machine cannot be measured beside the runtime</source>
        <translation>%1 没有代理：无法在运行时之外测量其机器</translation>
    </message>
    <message>
        <source>%1 us, then %2 us</source>
        <translation>先 %1 us，后 %2 us</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>全部核</translation>
    </message>
    <message>
        <source>`kind` of a finding is `%1`, which is not known</source>
        <translation>某项发现的 `kind` 为 `%1`，无法识别</translation>
    </message>
    <message>
        <source>while reading %1</source>
        <translation>读取 %1 时</translation>
    </message>
    <message>
        <source>the journal of a probe</source>
        <translation>探测日志</translation>
    </message>
    <message>
        <source>%1 times the time of fp32</source>
        <translation>耗时为 fp32 的 %1 倍</translation>
    </message>
    <message>
        <source>%1 runs as %2</source>
        <translation>%1 拆成 %2 运行</translation>
    </message>
    <message>
        <source>%1 runs in %2</source>
        <translation>%1 在 %2 中运行</translation>
    </message>
    <message>
        <source>%1 in steps of %2</source>
        <translation>%1 以 %2 为步长</translation>
    </message>
    <message>
        <source>the probe of %1 that was interrupted cannot be gone on with, %2 changed since: it begins anew</source>
        <translation>%1 中断的探测无法继续，此后已改变：%2；重新开始</translation>
    </message>
    <message>
        <source>going on with the probe of %1: %2 steps are done</source>
        <translation>继续 %1 的探测：已完成 %2 步</translation>
    </message>
    <message>
        <source>a probe of %1 was interrupted after %2 steps; this one begins anew (metainfer probe %3 --resume goes on with it)</source>
        <translation>%1 的探测在 %2 步后中断；本次重新开始（metainfer probe %3 --resume 可继续）</translation>
    </message>
    <message>
        <source>What was measured is kept: metainfer probe %1 --suite %2 --resume goes on with it.</source>
        <translation>已测得的内容已保留：metainfer probe %1 --suite %2 --resume 可继续。</translation>
    </message>
    <message>
        <source>%1 changed since %2 (%3): older results count less</source>
        <translation>%1 自 %2 起已改变（%3）：较早的结果权重降低</translation>
    </message>
    <message>
        <source>uses the placeholder {%1}, which is not known here</source>
        <translation>使用了占位符 {%1}，此处不认识</translation>
    </message>
    <message>
        <source>legal here: %1; or declare it under `settings`</source>
        <translation>此处合法：%1；或在 `settings` 下声明</translation>
    </message>
    <message>
        <source>is %1; a command is a list of arguments</source>
        <translation>为 %1；命令是参数列表</translation>
    </message>
    <message>
        <source>write [program, argument, …]; no shell takes part</source>
        <translation>请写 [程序, 参数, …]；不经过 shell</translation>
    </message>
    <message>
        <source>has {flags} inside an argument</source>
        <translation>在一个参数内部含有 {flags}</translation>
    </message>
    <message>
        <source>{flags} stands for several arguments: give it an entry of its own</source>
        <translation>{flags} 代表多个参数：请让它独占一项</translation>
    </message>
    <message>
        <source>has no group `%1`</source>
        <translation>没有分组 `%1`</translation>
    </message>
    <message>
        <source>write (?&lt;%1&gt;…) around the value</source>
        <translation>请用 (?&lt;%1&gt;…) 括住该值</translation>
    </message>
    <message>
        <source>has a group `%1`, which means nothing here</source>
        <translation>含有分组 `%1`，在此处没有意义</translation>
    </message>
    <message>
        <source>legal here: %1</source>
        <translation>此处合法：%1</translation>
    </message>
    <message>
        <source>means nothing here</source>
        <translation>在此处没有意义</translation>
    </message>
    <message>
        <source>begin it with /, or leave it empty for the element itself</source>
        <translation>请以 / 开头，或留空以表示元素本身</translation>
    </message>
    <message>
        <source>does not say where `%1` stands</source>
        <translation>没有说明 `%1` 在哪里</translation>
    </message>
    <message>
        <source>add it under `%1`</source>
        <translation>请加到 `%1` 下</translation>
    </message>
    <message>
        <source>needs exactly one of `pattern`, `json`, `csv`</source>
        <translation>`pattern`、`json`、`csv` 必须恰好有一个</translation>
    </message>
    <message>
        <source>say once where the value stands</source>
        <translation>请只说明一次该值的位置</translation>
    </message>
    <message>
        <source>begin it with /; * stands for every element</source>
        <translation>请以 / 开头；* 代表每个元素</translation>
    </message>
    <message>
        <source>write one character</source>
        <translation>请写一个字符</translation>
    </message>
    <message>
        <source>write one of: %1</source>
        <translation>请写其中之一：%1</translation>
    </message>
    <message>
        <source>makes arguments, but no command of `%1` has {flags}</source>
        <translation>会产生参数，但 `%1` 的命令中没有 {flags}</translation>
    </message>
    <message>
        <source>put {flags} where the arguments of `%1` belong</source>
        <translation>请在 `%1` 的参数所在处写上 {flags}</translation>
    </message>
    <message>
        <source>has `run.outputs`, but `tensors` does not say how tensors travel</source>
        <translation>有 `run.outputs`，但 `tensors` 没有说明张量如何传递</translation>
    </message>
    <message>
        <source>write `tensors.input_format` and `tensors.output_format`</source>
        <translation>请写 `tensors.input_format` 和 `tensors.output_format`</translation>
    </message>
    <message>
        <source>has `run.layers`, but nothing reads them</source>
        <translation>有 `run.layers`，但没有读取它的部分</translation>
    </message>
    <message>
        <source>write `read.layers` with `unit` and `rows`</source>
        <translation>请写带有 `unit` 和 `rows` 的 `read.layers`</translation>
    </message>
    <message>
        <source>has `run.memory`, but nothing reads it</source>
        <translation>有 `run.memory`，但没有读取它的部分</translation>
    </message>
    <message>
        <source>write `read.memory` with `unit` and `rows`</source>
        <translation>请写带有 `unit` 和 `rows` 的 `read.memory`</translation>
    </message>
    <message>
        <source>uses {input_list}, which nothing fills</source>
        <translation>使用了 {input_list}，但没有内容填充它</translation>
    </message>
    <message>
        <source>uses {input_shapes}, which nothing fills</source>
        <translation>使用了 {input_shapes}，但没有内容填充它</translation>
    </message>
    <message>
        <source>uses {list_file}, which nothing writes</source>
        <translation>使用了 {list_file}，但没有内容写入它</translation>
    </message>
    <message>
        <source>write `tensors.input_list.each`</source>
        <translation>请写 `tensors.input_list.each`</translation>
    </message>
    <message>
        <source>write `tensors.input_shapes.each`</source>
        <translation>请写 `tensors.input_shapes.each`</translation>
    </message>
    <message>
        <source>write `tensors.list_file`</source>
        <translation>请写 `tensors.list_file`</translation>
    </message>
    <message>
        <source>unknown toolchain &apos;%1&apos;</source>
        <translation>未知的工具链“%1”</translation>
    </message>
    <message>
        <source>no adapters were found; set METAINFER_TOOLCHAINS to their folder, or give a path to a YAML file</source>
        <translation>未找到任何适配器；请将 METAINFER_TOOLCHAINS 设为其文件夹，或给出 YAML 文件的路径</translation>
    </message>
    <message>
        <source>write the name by which devices call it</source>
        <translation>请写设备引用它时所用的名称</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;; it must be 1 to 40 lower-case letters, digits, - or _</source>
        <translation>为“%1”；必须是 1 到 40 个小写字母、数字、- 或 _</translation>
    </message>
    <message>
        <source>it is also the file&apos;s name and the runtime&apos;s</source>
        <translation>它也是文件名和运行时名</translation>
    </message>
    <message>
        <source>has the name of a placeholder that is always there</source>
        <translation>与始终存在的占位符同名</translation>
    </message>
    <message>
        <source>choose another name for the setting</source>
        <translation>请为该设置换一个名称</translation>
    </message>
    <message>
        <source>write `check:` with the `command` that shows the tool&apos;s version</source>
        <translation>请写 `check:`，其中的 `command` 显示工具版本</translation>
    </message>
    <message>
        <source>write the program with its arguments as a list</source>
        <translation>请把程序及其参数写成列表</translation>
    </message>
    <message>
        <source>does not hold onnx</source>
        <translation>不含 onnx</translation>
    </message>
    <message>
        <source>models are ONNX; convert them in the first of `convert.commands`</source>
        <translation>模型是 ONNX；请在 `convert.commands` 的第一条中转换</translation>
    </message>
    <message>
        <source>holds &apos;%1&apos;, not a data type</source>
        <translation>含有“%1”，它不是数据类型</translation>
    </message>
    <message>
        <source>write names such as fp32, fp16, int8, int64</source>
        <translation>请写 fp32、fp16、int8、int64 之类的名称</translation>
    </message>
    <message>
        <source>ends before it begins</source>
        <translation>结束早于开始</translation>
    </message>
    <message>
        <source>exchange `from` and `to`</source>
        <translation>请交换 `from` 和 `to`</translation>
    </message>
    <message>
        <source>write a list of commands, each a list of arguments</source>
        <translation>请写命令列表，每条命令是参数列表</translation>
    </message>
    <message>
        <source>write the path of what the last command makes</source>
        <translation>请写最后一条命令所生成文件的路径</translation>
    </message>
    <message>
        <source>write `run:` with the commands under `latency`</source>
        <translation>请写 `run:`，命令放在 `latency` 下</translation>
    </message>
    <message>
        <source>write the command that runs the model and prints its times</source>
        <translation>请写运行模型并打印其时间的命令</translation>
    </message>
    <message>
        <source>is &apos;json&apos;; inputs are raw, npy or tensor_file</source>
        <translation>为“json”；输入是 raw、npy 或 tensor_file</translation>
    </message>
    <message>
        <source>write the path of an input file, with {index} or {name} in it</source>
        <translation>请写输入文件的路径，其中含 {index} 或 {name}</translation>
    </message>
    <message>
        <source>write the path of an output file, with {index} or {name} in it</source>
        <translation>请写输出文件的路径，其中含 {index} 或 {name}</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;, not a data type</source>
        <translation>为“%1”，它不是数据类型</translation>
    </message>
    <message>
        <source>write a name such as float32, or remove the key for the model&apos;s own type</source>
        <translation>请写 float32 之类的名称，或删除该键以使用模型自身的类型</translation>
    </message>
    <message>
        <source>write where the list is put</source>
        <translation>请写列表的存放位置</translation>
    </message>
    <message>
        <source>write what stands in it for each input, such as &apos;{name}:={file}&apos;</source>
        <translation>请写每个输入在其中的写法，例如“{name}:={file}”</translation>
    </message>
    <message>
        <source>has neither `values` nor `flags`</source>
        <translation>既没有 `values` 也没有 `flags`</translation>
    </message>
    <message>
        <source>list the arguments of each value, or write a template with {value}</source>
        <translation>请列出每个值的参数，或写含 {value} 的模板</translation>
    </message>
    <message>
        <source>is &apos;%1&apos;, which is not among `values`</source>
        <translation>为“%1”，不在 `values` 之中</translation>
    </message>
    <message>
        <source>name one of the values</source>
        <translation>请写其中一个值</translation>
    </message>
    <message>
        <source>write `read:` with how the `latency` is read</source>
        <translation>请写 `read:`，说明如何读取 `latency`</translation>
    </message>
    <message>
        <source>say how latency is read: `samples` or `summary`</source>
        <translation>请说明如何读取延迟：`samples` 或 `summary`</translation>
    </message>
    <message>
        <source>has neither `samples` nor `summary`</source>
        <translation>既没有 `samples` 也没有 `summary`</translation>
    </message>
    <message>
        <source>samples are every timed run; a summary has a median or a mean</source>
        <translation>samples 是每次计时运行；summary 含中位数或平均值</translation>
    </message>
    <message>
        <source>yields neither `median` nor `mean`</source>
        <translation>既不给出 `median` 也不给出 `mean`</translation>
    </message>
    <message>
        <source>name a group or a field so</source>
        <translation>请这样命名一个分组或字段</translation>
    </message>
    <message>
        <source>write a regular expression that the tool&apos;s message matches</source>
        <translation>请写能匹配工具消息的正则表达式</translation>
    </message>
    <message>
        <source>say what kind of failure it is</source>
        <translation>请说明是哪一类失败</translation>
    </message>
    <message>
        <source>write `schema: toolchain/1` as the first line</source>
        <translation>请在第一行写 `schema: toolchain/1`</translation>
    </message>
    <message>
        <source>write the adapter under `toolchain:`</source>
        <translation>请把适配器写在 `toolchain:` 下</translation>
    </message>
    <message>
        <source>%1: %2 bytes are too many for an adapter (at most %3)</source>
        <translation>%1：%2 字节对适配器来说太大（最多 %3）</translation>
    </message>
    <message>
        <source>cannot remove %1: %2</source>
        <translation>无法删除 %1：%2</translation>
    </message>
    <message>
        <source>the tool wrote no file %1</source>
        <translation>工具没有写出文件 %1</translation>
    </message>
    <message>
        <source>the pattern &apos;%1&apos; %2</source>
        <translation>模式“%1” %2</translation>
    </message>
    <message>
        <source>nests more than %1 groups</source>
        <translation>嵌套了超过 %1 层分组</translation>
    </message>
    <message>
        <source>stands for more than %1 characters with its repetitions</source>
        <translation>连同重复在内代表超过 %1 个字符</translation>
    </message>
    <message>
        <source>repeat less, or use * or + instead</source>
        <translation>请减少重复次数，或改用 * 或 +</translation>
    </message>
    <message>
        <source>has a group that is neither (…), (?:…) nor (?&lt;name&gt;…)</source>
        <translation>含有既不是 (…)、(?:…) 也不是 (?&lt;name&gt;…) 的分组</translation>
    </message>
    <message>
        <source>look-around is not supported; names are letters, digits and _</source>
        <translation>不支持环视；名称由字母、数字和 _ 组成</translation>
    </message>
    <message>
        <source>has a repetition that is not {n}, {n,} or {n,m} up to 100</source>
        <translation>含有不是 {n}、{n,} 或 {n,m}（至多 100）的重复</translation>
    </message>
    <message>
        <source>refers back to a group</source>
        <translation>含有对分组的反向引用</translation>
    </message>
    <message>
        <source>repeat what the group matches instead</source>
        <translation>请改为重复该分组所匹配的内容</translation>
    </message>
    <message>
        <source>has %1 characters; legal: 1 to %2</source>
        <translation>有 %1 个字符；合法范围：1 到 %2</translation>
    </message>
    <message>
        <source>match a shorter part of the line</source>
        <translation>请匹配该行较短的一部分</translation>
    </message>
    <message>
        <source>is not a regular expression: %1</source>
        <translation>不是正则表达式：%1</translation>
    </message>
    <message>
        <source>check its brackets and escapes</source>
        <translation>请检查其括号和转义</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a brace that does not enclose a placeholder</source>
        <translation>“%1”中有不构成占位符的花括号</translation>
    </message>
    <message>
        <source>write {name}; braces of their own are doubled</source>
        <translation>请写 {name}；花括号本身要写两次</translation>
    </message>
    <message>
        <source>&apos;%1&apos; uses {%2}, which has no value here</source>
        <translation>“%1”使用了 {%2}，它在此处没有值</translation>
    </message>
    <message>
        <source>%1 gives no %2</source>
        <translation>%1 不提供%2</translation>
    </message>
    <message>
        <source>the adapter `%1` has no commands for it under `run`</source>
        <translation>适配器 `%1` 的 `run` 下没有相应的命令</translation>
    </message>
    <message>
        <source>times of layers</source>
        <translation>各层时间</translation>
    </message>
    <message>
        <source>%1: %2 ran longer than %3 s</source>
        <translation>%1：%2 运行超过了 %3 秒</translation>
    </message>
    <message>
        <source>%1: %2 ended with %3</source>
        <translation>%1：%2 以 %3 结束</translation>
    </message>
    <message>
        <source>%1 is not installed: %2</source>
        <translation>%1 未安装：%2</translation>
    </message>
    <message>
        <source>%1 is not installed: its check ended with %2</source>
        <translation>%1 未安装：其检查以 %2 结束</translation>
    </message>
    <message>
        <source>while converting %1</source>
        <translation>转换 %1 时</translation>
    </message>
    <message>
        <source>%1 does not take `%2=%3`</source>
        <translation>%1 不接受 `%2=%3`</translation>
    </message>
    <message>
        <source>legal values: %1</source>
        <translation>合法值：%1</translation>
    </message>
    <message>
        <source>%1 does not take %2</source>
        <translation>%1 不接受 %2</translation>
    </message>
    <message>
        <source>the adapter lists what its tool takes under `model`</source>
        <translation>适配器在 `model` 下列出了其工具所接受的内容</translation>
    </message>
    <message>
        <source>%1 takes fixed shapes only, and the shape of the input `%2` is open</source>
        <translation>%1 只接受固定形状，而输入 `%2` 的形状未定</translation>
    </message>
    <message>
        <source>fix the model&apos;s input shapes</source>
        <translation>请固定模型的输入形状</translation>
    </message>
    <message>
        <source>the tool&apos;s output</source>
        <translation>工具的输出</translation>
    </message>
    <message>
        <source>%1: the run gives no %2 that the adapter `%3` knows</source>
        <translation>%1：该次运行没有给出适配器 `%3` 所认识的%2</translation>
    </message>
    <message>
        <source>compare `read` in the adapter with what this version of the tool prints</source>
        <translation>请将适配器中的 `read` 与该版本工具的输出对照</translation>
    </message>
    <message>
        <source>time of loading</source>
        <translation>加载时间</translation>
    </message>
    <message>
        <source>read the last lines of its output; `device test` shows the commands</source>
        <translation>请查看其输出的最后几行；`device test` 会显示命令</translation>
    </message>
    <message>
        <source>the input `%1` holds text, which has no raw form</source>
        <translation>输入 `%1` 是文本，没有原始二进制形式</translation>
    </message>
    <message>
        <source>the shape of the output `%1` is not known, and %2 holds raw data</source>
        <translation>输出 `%1` 的形状未知，而 %2 中是原始数据</translation>
    </message>
    <message>
        <source>%1: `%2` has %3 values for the shape [%4]</source>
        <translation>%1：`%2` 有 %3 个值，形状却是 [%4]</translation>
    </message>
    <message>
        <source>the tool estimates no difference</source>
        <translation>工具估计没有差别</translation>
    </message>
    <message>
        <source>estimated by the tool, not measured</source>
        <translation>由工具估计，并非测量</translation>
    </message>
    <message>
        <source>%1 tells nothing of %2</source>
        <translation>%1 没有给出%2的信息</translation>
    </message>
    <message>
        <source>the adapter `%1` does not read it</source>
        <translation>适配器 `%1` 不读取它</translation>
    </message>
    <message>
        <source>%1: a tool runs one instance of a model</source>
        <translation>%1：工具只运行模型的一个实例</translation>
    </message>
    <message>
        <source>set instances to 1</source>
        <translation>请将 instances 设为 1</translation>
    </message>
    <message>
        <source>the tool tells of its runs together only: %1 values from %2 timed runs</source>
        <translation>工具只给出多次运行的汇总：来自 %2 次计时运行的 %1 个值</translation>
    </message>
    <message>
        <source>single operators</source>
        <translation>单个算子</translation>
    </message>
    <message>
        <source>loading in this run</source>
        <translation>本次运行中的加载</translation>
    </message>
    <message>
        <source>%1 takes the model as it is: there is no compiled form</source>
        <translation>%1 直接使用模型：没有编译后的形式</translation>
    </message>
    <message>
        <source>deploy the ONNX file</source>
        <translation>请部署 ONNX 文件</translation>
    </message>
    <message>
        <source>%1: %2 made no %3</source>
        <translation>%1：%2 没有生成 %3</translation>
    </message>
    <message>
        <source>the agent on %1 is version %2 (protocol %3.%4) and does not know `%5`</source>
        <translation>%1 上的代理程序版本为 %2（协议 %3.%4），不支持 `%5`</translation>
    </message>
    <message>
        <source>update it</source>
        <translation>请更新它</translation>
    </message>
    <message>
        <source>%1 cannot be reached any more (%2)</source>
        <translation>无法再连接到 %1（%2）</translation>
    </message>
    <message>
        <source>see that it is switched on and connected; the next call tries again</source>
        <translation>请检查它是否已开机并已连接；下一次调用会重试</translation>
    </message>
    <message>
        <source>see the device&apos;s log: something ends the agent there</source>
        <translation>请查看设备的日志：那里有程序结束了代理程序</translation>
    </message>
    <message>
        <source>start it by hand on the device to see what it says</source>
        <translation>请在设备上手动启动它，查看它的输出</translation>
    </message>
    <message>
        <source>the agent on %1 is version %2 and speaks protocol %3.%4, this program %5.%6</source>
        <translation>%1 上的代理程序版本为 %2，使用协议 %3.%4，本程序使用 %5.%6</translation>
    </message>
    <message>
        <source>the agent on %1 was lost %2 times during `%3`</source>
        <translation>%1 上的代理程序在 `%3` 期间丢失了 %2 次</translation>
    </message>
    <message>
        <source>the agent on %1 was started anew during `%2`, so the device was not held</source>
        <translation>%1 上的代理程序在 `%2` 期间重新启动，设备因此未被锁定</translation>
    </message>
    <message>
        <source>measure again</source>
        <translation>请重新测量</translation>
    </message>
    <message>
        <source>the connection ended (%1); next try in %2 s</source>
        <translation>连接已断开（%1）；%2 秒后重试</translation>
    </message>
    <message>
        <source>the agent does not answer</source>
        <translation>代理程序没有应答</translation>
    </message>
    <message>
        <source>while sending the weights of %1</source>
        <translation>发送 %1 的权重时</translation>
    </message>
    <message>
        <source>while sending %1 to %2</source>
        <translation>将 %1 发送到 %2 时</translation>
    </message>
    <message>
        <source>%1 ends early on the device</source>
        <translation>设备上的 %1 提前结束</translation>
    </message>
    <message>
        <source>the agent has %1 bytes of %2, %3 were sent</source>
        <translation>代理持有 %2 的 %1 个字节，而已发送 %3 个</translation>
    </message>
    <message>
        <source>while asking %1 what it has</source>
        <translation>询问 %1 有什么时</translation>
    </message>
    <message>
        <source>`data` is not base64</source>
        <translation>`data` 不是 base64</translation>
    </message>
    <message>
        <source>cannot create an event</source>
        <translation>无法创建事件</translation>
    </message>
    <message>
        <source>the device has no room in %1: %2 bytes are needed, %3 are free</source>
        <translation>设备的 %1 中空间不足：需要 %2 字节，剩余 %3 字节</translation>
    </message>
    <message>
        <source>free some space there, or set METAINFER_CACHE to another folder where the agent runs</source>
        <translation>请在那里释放一些空间，或在代理程序运行处将 METAINFER_CACHE 设为另一个文件夹</translation>
    </message>
    <message>
        <source>let the user of the agent write there, or set METAINFER_CACHE to another folder where the agent runs</source>
        <translation>请允许代理程序的用户写入该处，或在代理程序运行处将 METAINFER_CACHE 设为另一个文件夹</translation>
    </message>
    <message>
        <source>the chunk at %1 does not follow the one before</source>
        <translation>位于 %1 的数据块没有紧接前一块</translation>
    </message>
    <message>
        <source>send the chunks in order, from offset 0</source>
        <translation>请从偏移 0 起按顺序发送数据块</translation>
    </message>
    <message>
        <source>the chunks have the hash %1, not %2</source>
        <translation>数据块的哈希为 %1，而不是 %2</translation>
    </message>
    <message>
        <source>send them again</source>
        <translation>请重新发送</translation>
    </message>
    <message>
        <source>the agent has no %1</source>
        <translation>代理程序没有 %1</translation>
    </message>
    <message>
        <source>no chunk of %1 was sent</source>
        <translation>没有发送过 %1 的数据块</translation>
    </message>
    <message>
        <source>cannot write %1 in the agent&apos;s cache</source>
        <translation>无法在代理程序的缓存中写入 %1</translation>
    </message>
    <message>
        <source>the device is measuring for process %1 (%2) since %3</source>
        <translation>设备自 %3 起正在为进程 %1（%2）测量</translation>
    </message>
    <message>
        <source>%1 ran longer than allowed</source>
        <translation>%1 的运行时间超过了限制</translation>
    </message>
    <message>
        <source>`%1` is no name within the command&apos;s folder</source>
        <translation>`%1` 不是命令文件夹中的名称</translation>
    </message>
    <message>
        <source>give a relative one without `..`</source>
        <translation>请给出不含 `..` 的相对名称</translation>
    </message>
    <message>
        <source>`arguments` names no command to run</source>
        <translation>`arguments` 没有给出要运行的命令</translation>
    </message>
    <message>
        <source>cannot take %1</source>
        <translation>无法取得 %1</translation>
    </message>
    <message>
        <source>the end of its messages: %1</source>
        <translation>其消息的末尾：%1</translation>
    </message>
    <message>
        <source>`model_files` names %1, which lies outside the model&apos;s folder</source>
        <translation>`model_files` 中的 %1 位于模型文件夹之外</translation>
    </message>
    <message>
        <source>cannot lay out %1</source>
        <translation>无法放置 %1</translation>
    </message>
    <message>
        <source>another session has set the power mode (%1)</source>
        <translation>另一个会话已设置了电源模式（%1）</translation>
    </message>
    <message>
        <source>wait until it ends</source>
        <translation>请等到它结束</translation>
    </message>
    <message>
        <source>cannot set %1 to %2</source>
        <translation>无法将 %1 设为 %2</translation>
    </message>
    <message>
        <source>let the user of the agent write that file, or set the mode on the device by hand</source>
        <translation>请允许代理程序的用户写入该文件，或在设备上手动设置模式</translation>
    </message>
    <message>
        <source>the device has no power mode `%1`</source>
        <translation>设备没有电源模式 `%1`</translation>
    </message>
    <message>
        <source>it lets nobody choose one</source>
        <translation>它不允许选择电源模式</translation>
    </message>
    <message>
        <source>possible: %1</source>
        <translation>可选：%1</translation>
    </message>
    <message>
        <source>`%1` names no file of the session</source>
        <translation>`%1` 不是会话的文件</translation>
    </message>
    <message>
        <source>it is `new:` and letters, digits, &apos;.&apos;, &apos;-&apos;, &apos;_&apos;</source>
        <translation>应为 `new:` 加字母、数字、&apos;.&apos;、&apos;-&apos;、&apos;_&apos;</translation>
    </message>
    <message>
        <source>the session has no file %1</source>
        <translation>会话没有文件 %1</translation>
    </message>
    <message>
        <source>the request that makes it must run first; make it again</source>
        <translation>须先运行生成它的请求；请重新生成</translation>
    </message>
    <message>
        <source>%1 is not this user&apos;s alone</source>
        <translation>%1 并非仅属于该用户</translation>
    </message>
    <message>
        <source>remove it, or set TMPDIR to another folder</source>
        <translation>请删除它，或将 TMPDIR 设为另一个文件夹</translation>
    </message>
    <message>
        <source>1 to 64 letters, digits, &apos;-&apos; and &apos;_&apos;</source>
        <translation>1 到 64 个字母、数字、&apos;-&apos; 和 &apos;_&apos;</translation>
    </message>
    <message>
        <source>cannot listen at %1</source>
        <translation>无法在 %1 监听</translation>
    </message>
    <message>
        <source>the session&apos;s agent does not listen at %1</source>
        <translation>会话的代理程序没有在 %1 监听</translation>
    </message>
    <message>
        <source>end the process that holds %1</source>
        <translation>请结束占用 %1 的进程</translation>
    </message>
    <message>
        <source>a request is longer than 64 MiB</source>
        <translation>请求超过 64 MiB</translation>
    </message>
    <message>
        <source>send blobs in chunks</source>
        <translation>请分块发送文件</translation>
    </message>
    <message>
        <source>a request is not a JSON object</source>
        <translation>请求不是 JSON 对象</translation>
    </message>
    <message>
        <source>send one JSON object a line</source>
        <translation>请每行发送一个 JSON 对象</translation>
    </message>
    <message>
        <source>the agent speaks protocol %1.%2, the program %3.x</source>
        <translation>代理程序使用协议 %1.%2，本程序使用 %3.x</translation>
    </message>
    <message>
        <source>cannot create a folder for temporary files</source>
        <translation>无法创建临时文件夹</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder that can be written</source>
        <translation>请将 TMPDIR 设为可写的文件夹</translation>
    </message>
    <message>
        <source>%1 cannot be used as a program or library: %2</source>
        <translation>%1 不能用作程序或库：%2</translation>
    </message>
    <message>
        <source>it is no 64-bit little-endian ELF file</source>
        <translation>它不是 64 位小端 ELF 文件</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>文件过早结束</translation>
    </message>
    <message>
        <source>a name in it has no end</source>
        <translation>其中有一个名称没有结尾</translation>
    </message>
    <message>
        <source>an address in it lies outside of all segments</source>
        <translation>其中有一个地址不在任何段内</translation>
    </message>
    <message>
        <source>build it (cmake --preset agent-aarch64, cmake --build --preset agent-aarch64), or set METAINFER_AGENTS to the folder that holds aarch64/metainfer-agent</source>
        <translation>请构建它（cmake --preset agent-aarch64，然后 cmake --build --preset agent-aarch64），或将 METAINFER_AGENTS 设为包含 aarch64/metainfer-agent 的文件夹</translation>
    </message>
    <message>
        <source>install the whole program, or set METAINFER_AGENTS to the folder that holds its agent</source>
        <translation>请完整安装本程序，或将 METAINFER_AGENTS 设为包含其代理程序的文件夹</translation>
    </message>
    <message>
        <source>agents are built for x86_64 and aarch64; for another one build the agent with its cross compiler and set METAINFER_AGENTS to the folder that holds %1/metainfer-agent</source>
        <translation>代理程序为 x86_64 和 aarch64 构建；对于其他架构，请用其交叉编译器构建代理程序，并将 METAINFER_AGENTS 设为包含 %1/metainfer-agent 的文件夹</translation>
    </message>
    <message>
        <source>`%1` is no name of an architecture</source>
        <translation>`%1` 不是架构名称</translation>
    </message>
    <message>
        <source>legal is what `uname -m` prints, such as x86_64 and aarch64</source>
        <translation>可用的是 `uname -m` 输出的名称，例如 x86_64 和 aarch64</translation>
    </message>
    <message>
        <source>there is no agent for %1; looked in %2</source>
        <translation>没有用于 %1 的代理程序；已查找 %2</translation>
    </message>
    <message>
        <source>%1 is too old to be sent to a device</source>
        <translation>%1 太旧，不能发送到设备</translation>
    </message>
    <message>
        <source>there is no ONNX Runtime for %1; looked in %2</source>
        <translation>没有用于 %1 的 ONNX Runtime；已查找 %2</translation>
    </message>
    <message>
        <source>run packaging/fetch-onnxruntime</source>
        <translation>请运行 packaging/fetch-onnxruntime</translation>
    </message>
    <message>
        <source>a baseline needs the name of who made it</source>
        <translation>基线需要给出制作者的名称</translation>
    </message>
    <message>
        <source>Name the engineer or the team, for example: --who &quot;platform team&quot;</source>
        <translation>请给出工程师或团队的名称，例如：--who &quot;platform team&quot;</translation>
    </message>
    <message>
        <source>%1 hours of work, legal: 0 to 100000</source>
        <translation>工时为 %1 小时，允许范围：0 到 100000</translation>
    </message>
    <message>
        <source>nothing was done by hand here</source>
        <translation>这里没有任何手工工作</translation>
    </message>
    <message>
        <source>Give the hand-made model, or the options that were found best (a mapping signature such as &quot;threads=2;spin=off&quot;).</source>
        <translation>请给出手工制作的模型，或找到的最佳选项（映射签名，例如 &quot;threads=2;spin=off&quot;）。</translation>
    </message>
    <message>
        <source>the comparison has no result</source>
        <translation>比较没有结果</translation>
    </message>
    <message>
        <source>the hand-made model&apos;s outputs differ from the original&apos;s (cosine %1); its speed is kept with that number</source>
        <translation>手工模型的输出与原模型不同（余弦 %1）；其速度与该数值一并保存</translation>
    </message>
    <message>
        <source>a baseline needs an id, a device, a model_hash and a ratio above 0</source>
        <translation>基线需要 id、device、model_hash 以及大于 0 的 ratio</translation>
    </message>
    <message>
        <source>there is no baseline &apos;%1&apos;</source>
        <translation>没有基线 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>See the ids with: metainfer baseline list</source>
        <translation>用以下命令查看编号：metainfer baseline list</translation>
    </message>
    <message>
        <source>%1 is a %2 device: %3</source>
        <translation>%1 是 %2 设备：%3</translation>
    </message>
    <message>
        <source>there is nothing live to read</source>
        <translation>没有可读取的实时数据</translation>
    </message>
    <message>
        <source>nobody waits for it</source>
        <translation>没有人在等待它</translation>
    </message>
    <message>
        <source>it cannot be held</source>
        <translation>它不能被占用</translation>
    </message>
    <message>
        <source>nothing is known of its caches</source>
        <translation>对其缓存一无所知</translation>
    </message>
    <message>
        <source>its power mode cannot be set</source>
        <translation>无法设置其电源模式</translation>
    </message>
    <message>
        <source>an SSH device needs an address</source>
        <translation>SSH 设备需要一个地址</translation>
    </message>
    <message>
        <source>Write user@host or user@host:port.</source>
        <translation>请写 user@host 或 user@host:port。</translation>
    </message>
    <message>
        <source>a toolchain device needs an adapter</source>
        <translation>工具链设备需要一个适配器</translation>
    </message>
    <message>
        <source>Name one of `metainfer device list`, or a YAML file of your own.</source>
        <translation>请给出 `metainfer device list` 中的一个，或您自己的 YAML 文件。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name for a device</source>
        <translation>&apos;%1&apos; 不能作为设备名称</translation>
    </message>
    <message>
        <source>Use 1 to 64 letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;, and begin with a letter or a digit.</source>
        <translation>请使用 1 到 64 个字母、数字、&apos;.&apos;、&apos;_&apos; 和 &apos;-&apos;，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>&apos;local&apos; is this machine itself</source>
        <translation>&apos;local&apos; 就是本机</translation>
    </message>
    <message>
        <source>Choose another name for the device.</source>
        <translation>请为设备另选一个名称。</translation>
    </message>
    <message>
        <source>write user@host or user@host:port</source>
        <translation>请写 user@host 或 user@host:port</translation>
    </message>
    <message>
        <source>write the name by which the device is called</source>
        <translation>请写设备的名称</translation>
    </message>
    <message>
        <source>keep `ssh` for a machine, `toolchain` for a vendor&apos;s compiler</source>
        <translation>机器保留 `ssh`，厂商的编译器保留 `toolchain`</translation>
    </message>
    <message>
        <source>stands beside `ssh`; it must be one of them</source>
        <translation>与 `ssh` 同时出现；只能保留其中一个</translation>
    </message>
    <message>
        <source>names neither `ssh` nor `toolchain`</source>
        <translation>既没有 `ssh` 也没有 `toolchain`</translation>
    </message>
    <message>
        <source>write `ssh:` with an `address`, or `toolchain:` with an adapter&apos;s name</source>
        <translation>请写带有 `address` 的 `ssh:`，或带有适配器名称的 `toolchain:`</translation>
    </message>
    <message>
        <source>there is no device &apos;%1&apos;</source>
        <translation>没有设备 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>Add one with: metainfer device add user@host --name NAME</source>
        <translation>用以下命令添加：metainfer device add user@host --name NAME</translation>
    </message>
    <message>
        <source>%1: its name is &apos;%2&apos;</source>
        <translation>%1：其名称为 &apos;%2&apos;</translation>
    </message>
    <message>
        <source>Write `name: %1`, or rename the file.</source>
        <translation>请写 `name: %1`，或重命名该文件。</translation>
    </message>
    <message>
        <source>there is a device &apos;%1&apos; already</source>
        <translation>已有设备 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>Choose another name with --name, or remove that one: metainfer device remove %1</source>
        <translation>请用 --name 另选名称，或删除该设备：metainfer device remove %1</translation>
    </message>
    <message>
        <source>cannot remove %1</source>
        <translation>无法删除 %1</translation>
    </message>
    <message>
        <source>Add one with `metainfer device add user@host --name NAME`. For a profile write `hardware:` instead of `device:`; results are then simulated.</source>
        <translation>用 `metainfer device add user@host --name NAME` 添加设备。若是硬件档案，请写 `hardware:` 而不是 `device:`；结果将为仿真值。</translation>
    </message>
    <message>
        <source>what people reached by hand on %1 is not known yet. To have it measured beside the search: metainfer baseline record MODEL --device %2 --mapping OPTIONS --who NAME (this is asked once)</source>
        <translation>尚不知道在 %1 上手工达到的结果。若要与搜索一并测量：metainfer baseline record MODEL --device %2 --mapping OPTIONS --who NAME（此提示只出现一次）</translation>
    </message>
    <message>
        <source>read what it is</source>
        <translation>读取设备信息</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>run the sample model %1</source>
        <translation>运行示例模型 %1</translation>
    </message>
    <message>
        <source>%1: a runtime is chosen for a machine; this is a %2 device</source>
        <translation>%1：只能为机器选择运行时；这是 %2 设备</translation>
    </message>
    <message>
        <source>Leave the part after the colon away.</source>
        <translation>请去掉冒号之后的部分。</translation>
    </message>
    <message>
        <source>sending %1: %2 of %3 MiB</source>
        <translation>正在发送 %1：%2 / %3 MiB</translation>
    </message>
    <message>
        <source>%1, not probed yet</source>
        <translation>%1，尚未探测</translation>
    </message>
    <message>
        <source>%1 has not been probed, so predictions are rough. Probe it once with: metainfer probe %2</source>
        <translation>%1 尚未探测，因此预测较粗略。请探测一次：metainfer probe %2</translation>
    </message>
    <message>
        <source>no instruction multiplies this type; it is computed in float32</source>
        <translation>没有指令可对该类型做乘法；以 float32 计算</translation>
    </message>
    <message>
        <source>not a time to start at: %1</source>
        <translation>不是有效的启动时间：%1</translation>
    </message>
    <message>
        <source>the time to start at is over: %1</source>
        <translation>启动时间已过：%1</translation>
    </message>
    <message>
        <source>the time to start at is more than a year away: %1</source>
        <translation>启动时间在一年之后：%1</translation>
    </message>
    <message>
        <source>Write a time of day like 22:00, a while like +30m or +8h, or a date and time like 2026-12-31T22:00 (with a Z at its end: UTC).</source>
        <translation>请写时刻（如 22:00）、一段时间（如 +30m 或 +8h），或日期和时间（如 2026-12-31T22:00；以 Z 结尾表示 UTC）。</translation>
    </message>
    <message>
        <source>while sending inputs to %1</source>
        <translation>将输入发送到 %1 时</translation>
    </message>
    <message>
        <source>the agent on %1 tells outputs of %2 runs, %3 were asked for</source>
        <translation>%1 上的代理给出了 %2 次运行的输出，而请求的是 %3 次</translation>
    </message>
    <message>
        <source>%1 holds %2 MiB with what it started, its limit is %3 MiB</source>
        <translation>%1 连同它启动的进程占用 %2 MiB，其上限为 %3 MiB</translation>
    </message>
    <message>
        <source>what was sent as %1 has the hash %2, not %3</source>
        <translation>以 %1 发送的内容的哈希为 %2，而不是 %3</translation>
    </message>
    <message>
        <source>linked in</source>
        <translation>已链接</translation>
    </message>
</context>
</TS>
